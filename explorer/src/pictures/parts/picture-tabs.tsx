/** The ways to look at a list: as a list, each of its pictures, and some of its records side by side. */

import type { View } from "../../../../kit/description/model.ts";
import { PICTURE_NAMES } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { COMPARE } from "../../address/compared.ts";
import { isComparable } from "../../description/comparable.ts";
import { Link } from "../../description/past/link.tsx";

/** Links to the list, its pictures and the comparison, with the same query. Nothing if there is nothing but the list. */
export function PictureTabs({
  view,
  path,
  search,
  current,
}: {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  /** The kind of the picture that is shown, or the comparison; undefined on the list itself. */
  readonly current?: string | undefined;
}) {
  const compare = isComparable(view)
    ? [{ kind: COMPARE, label: "Compare", to: aspectOf(`${path}${search}`, COMPARE) }]
    : [];
  if (view.pictures.length + compare.length === 0) return null;
  const tabs = [
    { kind: undefined, label: "List", to: pageOf(`${path}${search}`) },
    ...view.pictures.map(({ kind }) => ({
      kind,
      label: PICTURE_NAMES[kind],
      to: aspectOf(`${path}${search}`, kind),
    })),
    ...compare,
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
