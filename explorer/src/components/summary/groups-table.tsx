/** The groups of a summary as a table with bars. */
import type { ReactNode } from "react";
import { filterPathOf } from "../../../../kit/description/filter-paths.ts";
import { isNumeric } from "../../../../kit/description/kinds.ts";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import {
  filtersOfGroup,
  type Group,
  type Grouping,
  groupingsIn,
  isSummary,
  measuresIn,
  withoutSummary,
} from "../../address/groups.ts";
import { sortKeysIn } from "../../address/query.ts";
import { Link } from "../../description/past/link.tsx";
import type { References } from "../../description/targets.ts";
import { useTargets } from "../../description/use-targets.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { NoValue } from "../../fields/show/no-value.tsx";
import { Value } from "../../fields/show/value.tsx";
import { HeadCell } from "../table/head-cell.tsx";
import { groupingText, measureText, periodText } from "./summary-text.ts";

/** Averages have no end: they are rounded, and the exact value is the title. */
const DIGITS = 4;

/** Props of `GroupsTable`. */
export interface GroupsTableProps {
  readonly view: View;
  readonly groups: readonly Group[];
  /** Those with whose largest the bars are measured. */
  readonly all: readonly Group[];
  readonly search: string;
  /** The groups are those before, while others are loaded. */
  readonly isPast: boolean;
}

/** A column of a summary: a member of the groups, and the field that its values are of. */
interface Column {
  readonly field: Field;
  readonly grouping: Grouping | undefined;
}

/** The table of a summary. The first cell of a group leads to its records. */
export function GroupsTable({ view, groups, all, search, isPast }: GroupsTableProps) {
  const columns = columnsOf(view, search);
  const keys = sortKeysIn(search);
  const targetOf = useTargets(referencesIn(columns, groups));
  const nameOf: NameOf = (field, id) => targetOf(field, id)?.name;
  const barred = barredIn(columns, keys[0]?.field);
  const most = Math.max(...all.map((group) => sizeOf(barred, group)), 0);
  return (
    <div className="tbl-scroll">
      <table className={isPast ? "tbl is-past" : "tbl"} aria-busy={isPast}>
        <caption className="sr">{view.heading}, in groups</caption>
        <thead>
          <tr>
            {columns.map(({ field }) => (
              <HeadCell key={field.name} {...{ view, field, search, keys }} sortable />
            ))}
            <td className="bar-head" />
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr
              key={JSON.stringify(columns.map(({ field, grouping }) => grouping && group[field.name]))}
              data-group={JSON.stringify(group[columns[0]!.field.name] ?? null)}
            >
              {columns.map(({ field, grouping }, index) => (
                <td key={field.name} className={index === 0 && grouping ? "name" : isNumeric(field) ? "r" : undefined}>
                  {index === 0 && grouping ? (
                    <GroupLink view={view} group={group} search={search}>
                      <GroupValue field={field} grouping={grouping} group={group} nameOf={nameOf} />
                    </GroupLink>
                  ) : (
                    <GroupValue field={field} grouping={grouping} group={group} nameOf={nameOf} />
                  )}
                </td>
              ))}
              <td className="bar-cell" aria-hidden>
                <i style={{ width: `${most === 0 ? 0 : (100 * sizeOf(barred, group)) / most}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function columnsOf(view: View, search: string): Column[] {
  const groupings = groupingsIn(search).map((grouping) => {
    const field = fieldNamed(view, grouping.field);
    return { field: { ...field, label: groupingText(view, grouping.name) }, grouping };
  });
  const measures = measuresIn(search).map(({ member, field, of }) => ({
    field: {
      ...fieldNamed(view, field),
      name: member,
      label: measureText(view, `${of}:${field}`),
      precision: undefined,
    },
    grouping: undefined,
  }));
  return [...groupings, { field: { ...fieldNamed(view, "count"), label: "Count" }, grouping: undefined }, ...measures];
}

/** Returns the amounts that the bars show: those by which the groups are sorted, or else how many records there are. */
function barredIn(columns: readonly Column[], sortedBy: string | undefined): Field {
  const isSorted = ({ field, grouping }: Column) => !grouping && field.name === sortedBy && isNumeric(field);
  return (columns.find(isSorted) ?? columns.find(({ field }) => field.name === "count")!).field;
}

function sizeOf(field: Field, group: Group): number {
  const value = group[field.name];
  return value == null ? 0 : Math.abs(specOf(field).size?.(value) ?? 0);
}

/** Leads to the records of a group. */
function GroupLink({
  view,
  group,
  search,
  children,
}: {
  readonly view: View;
  readonly group: Group;
  readonly search: string;
  readonly children: ReactNode;
}) {
  const filters = filtersOfGroup(groupingsIn(search), group, search, (name) => filterPathOf(view, name) !== undefined);
  if (!isSummary(search) || !filters) return children;
  return <Link to={{ search: withoutSummary(search, filters) }}>{children}</Link>;
}

function GroupValue({ field, grouping, group, nameOf }: Column & { readonly group: Group; readonly nameOf: NameOf }) {
  const value = group[field.name];
  if (value === null || value === undefined) return <NoValue />;
  if (grouping?.period !== undefined) return <time dateTime={value}>{periodText(value, grouping.period)}</time>;
  if (field.kind === "reference") return nameOf(field, value) ?? value;
  if (typeof value !== "number") return <Value field={{ ...field, precision: undefined }} record={group} short />;
  const rounded = field.name.endsWith("_avg") ? Number(Number(value).toPrecision(DIGITS)) : value;
  const number = <Value field={{ ...field, unit: undefined }} record={{ ...group, [field.name]: rounded }} short />;
  return rounded === value ? number : <span title={String(value)}>{number}</span>;
}

/** Returns the records that groups are named by. */
function referencesIn(columns: readonly Column[], groups: readonly Group[]): References[] {
  return columns
    .filter(({ field }) => field.kind === "reference")
    .map(({ field }) => ({ field, ids: [...new Set(groups.flatMap((group): string[] => group[field.name] ?? []))] }));
}
