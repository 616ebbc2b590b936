/** The ways to look at a list: as a list, each of its pictures, in groups, and some of its records side by side. */

import type { View } from "../../../../kit/description/model.ts";
import { PICTURE_NAMES } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { COMPARE } from "../../address/compared.ts";
import { isSummary, summarySearch, withoutSummary } from "../../address/groups.ts";
import { usualGroupings } from "../../components/summary/usual-groupings.ts";
import { isComparable } from "../../description/comparable.ts";
import { Link } from "../../description/past/link.tsx";

/** The name of the tab of groups. */
const GROUPS = "groups";

/** Links to the list, its pictures, its groups and the comparison, with the same filters. Nothing if the list is all there is. */
export function PictureTabs({
  view,
  path,
  search,
  current = isSummary(search) ? GROUPS : undefined,
}: {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  /** The kind of the picture that is shown, or the comparison; of a list, its query says whether it is in groups. */
  readonly current?: string | undefined;
}) {
  const groupings = usualGroupings(view);
  const list = isSummary(search) ? withoutSummary(search) : search;
  const grouped = isSummary(search) ? search : summarySearch(search, groupings, []);
  const groups = groupings.length > 0 ? [{ kind: GROUPS, label: "Groups", to: pageOf(`${path}${grouped}`) }] : [];
  const compare = isComparable(view)
    ? [{ kind: COMPARE, label: "Compare", to: aspectOf(`${path}${list}`, COMPARE) }]
    : [];
  if (view.pictures.length + groups.length + compare.length === 0) return null;
  const tabs = [
    { kind: undefined, label: "List", to: pageOf(`${path}${list}`) },
    ...view.pictures.map(({ kind }) => ({
      kind,
      label: PICTURE_NAMES[kind],
      to: aspectOf(`${path}${list}`, kind),
    })),
    ...groups,
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
