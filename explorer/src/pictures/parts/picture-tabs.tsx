/** The ways to look at a list: as a list, and each of its pictures. */

import type { View } from "../../../../kit/description/model.ts";
import { PICTURE_NAMES } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";

/** Links to the list and its pictures, with the same query. Nothing if there is no picture. */
export function PictureTabs({
  view,
  path,
  search,
  current,
}: {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  /** The kind of the picture that is shown; undefined on the list itself. */
  readonly current?: string | undefined;
}) {
  if (view.pictures.length === 0) return null;
  const tabs = [
    { kind: undefined, label: "List", to: pageOf(`${path}${search}`) },
    ...view.pictures.map(({ kind }) => ({
      kind,
      label: PICTURE_NAMES[kind],
      to: aspectOf(`${path}${search}`, kind),
    })),
  ];
  return (
    <nav className="tabs" aria-label="Ways to look at it">
      {tabs.map(({ kind, label, to }) => (
        <Link key={label} to={to} aria-current={kind === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
