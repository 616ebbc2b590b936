/** The rail: collections with their counts, pictures, and the service's own lists. */
import { NavLink, useLocation } from "react-router";
import type { View } from "../../../../kit/description/model.ts";
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { Link, useDatedPage } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { countText } from "../../units.ts";
import { ViewList } from "../views/view-list.tsx";
import { useCount } from "./counts.ts";

/** The content of the rail. */
export function Rail() {
  const { title, version, collections, home } = useDescription();
  const dated = useDatedPage();
  const own = collections.filter(({ isSystem }) => !isSystem);
  const drawn = own.flatMap((view) => drawnOf(view).map((picture) => ({ view, picture })));
  return (
    <div className="rail-in">
      <Link className="mark" to="/" dir={undefined}>
        <Logo />
        <span>{title}</span>
      </Link>
      <h2>Collections</h2>
      <ul>
        {own.map((view) => (
          <CollectionLink key={view.path} view={view} />
        ))}
      </ul>
      {drawn.length > 0 && <h2>Pictures</h2>}
      <ul>
        {drawn.map(({ view, picture }) => (
          <li key={`${view.path} ${picture.kind}`}>
            <NavLink to={dated(aspectOf(view.path, picture.kind))}>
              <span>{titleOf(picture, view)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <ViewList />
      <h2>Registry</h2>
      <ul>
        {home("events") && (
          <li>
            <NavLink to="/-/changes">
              <span>Changes</span>
            </NavLink>
          </li>
        )}
        {collections
          .filter(({ isSystem }) => isSystem)
          .map(({ path, heading }) => (
            <li key={path}>
              <NavLink to={pageOf(path)}>
                <span>{heading}</span>
              </NavLink>
            </li>
          ))}
      </ul>
      <p className="rail-foot">
        <a href="/docs">Reference</a> · {version}
      </p>
    </div>
  );
}

/** Returns the pictures of a collection that have links of their own. */
function drawnOf({ pictures }: View) {
  return pictures.filter(({ origin }) => origin !== "fields");
}

/** The link to a list is current on its records too, but not on its pictures, which have their own links. */
function CollectionLink({ view }: { readonly view: View }) {
  const count = useCount(view);
  const { pathname } = useLocation();
  const page = pageOf(view.path);
  const isPicture = drawnOf(view).some(({ kind }) => pathname === aspectOf(view.path, kind));
  const isCurrent = !isPicture && (pathname === page || pathname.startsWith(`${page}/`));
  return (
    <li>
      <Link to={page} dir={undefined} aria-current={isCurrent ? "page" : undefined}>
        <span>{view.heading}</span>
        <span className="count">{count === undefined ? "" : countText(count)}</span>
      </Link>
    </li>
  );
}

/** The mark, beside the name. */
function Logo() {
  return (
    <svg className="logo" width="22" height="18" viewBox="0 0 22 18" aria-hidden>
      <rect y="1" width="11" height="4" rx=".5" />
      <rect x="5" y="7" width="17" height="4" rx=".5" />
      <rect className="is-now" x="13" y="13" width="6" height="4" rx=".5" />
    </svg>
  );
}
