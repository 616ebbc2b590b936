/** Breadcrumbs: the lists and records above the page. */
import { useLocation } from "react-router";
import type { Place } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf, readAddress } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { momentText } from "../past/moment-text.ts";
import { useRecordName } from "./record-name.ts";

/** The breadcrumbs of the current address. */
export function Crumbs() {
  const { pathname } = useLocation();
  const description = useDescription();
  const { moment } = useDating();
  const { apiPath, aspect } = readAddress(pathname);
  const segments = apiPath.split("/").slice(2);
  const steps = segments.map((segment, index) => {
    const path = `/api/${segments.slice(0, index + 1).join("/")}`;
    return { path, segment, place: description.at(path) };
  });
  const isHome = segments.length === 0 && aspect.length === 0;
  return (
    <nav className="where" aria-label="Breadcrumbs">
      <ol className="crumbs">
        <Crumb to="/" isCurrent={isHome}>
          Home
        </Crumb>
        {steps.map(({ path, segment, place }, index) => {
          const isCurrent = index === steps.length - 1 && aspect.length === 0;
          if (place?.kind === "record" && place.view.kind !== "single")
            return <RecordCrumb key={path} path={path} place={place} isCurrent={isCurrent} />;
          return (
            <Crumb key={path} to={place ? pageOf(path) : undefined} isCurrent={isCurrent}>
              {place ? place.view.heading : decodeURI(segment)}
            </Crumb>
          );
        })}
        {aspect.length > 0 && <Crumb isCurrent>{aspect.map(sentenceCase).join(" ")}</Crumb>}
        {moment !== undefined && (
          <li>
            <span>{momentText(moment)}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function RecordCrumb({ path, place, isCurrent }: { path: string; place: Place; isCurrent: boolean }) {
  const name = useRecordName(path, place.view, isCurrent);
  return (
    <Crumb to={pageOf(path)} isCurrent={isCurrent}>
      {name ?? place.ids.at(-1)}
    </Crumb>
  );
}

function Crumb({
  to,
  isCurrent,
  children,
}: {
  readonly to?: string | undefined;
  readonly isCurrent: boolean;
  readonly children: React.ReactNode;
}) {
  if (isCurrent || to === undefined)
    return (
      <li>
        <span dir="auto" aria-current={isCurrent ? "page" : undefined}>
          {children}
        </span>
      </li>
    );
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
