/** One value of a comparison. */
import type { ReactNode } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { memberPath } from "../../description/member-path.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { hueIn } from "../../fields/hues.ts";
import { periodText } from "../../fields/record/facts.ts";
import { unitOf } from "../../fields/show/unit-of.ts";
import { NoValue, Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/data.ts";
import { countText } from "../../units.ts";
import { type ComparedEntry, type ComparedList, entriesOf, isCut, MOST_NAMED } from "./relations.ts";
import { type CompareRow, largestIn } from "./rows.ts";

/** The width of the largest bar, in percent of its cell: it leaves room for its outline. */
const MOST_WIDTH = 85;

/** Props of `Cell`. */
interface CellProps {
  readonly view: View;
  readonly row: CompareRow;
  readonly record: Data;
  /** The place of the record among those that are compared. */
  readonly place: number;
}

/** The value of a record in a row; numbers have a bar, to a scale for the row. */
export function Cell({ view, row, record, place }: CellProps) {
  const size = row.sizes?.[place];
  const isMost = largestIn(row).includes(place);
  const ongoing = row.field && record[row.field.name] == null ? row.lasting?.[place] : undefined;
  const most = Math.max(...(row.sizes ?? []).map((each) => each ?? 0));
  return (
    <>
      <span className={isMost ? "most" : undefined}>
        {ongoing ? ongoing.words : <Content view={view} row={row} record={record} />}
        {isMost && <span className="sr"> (largest)</span>}
      </span>
      {size !== undefined && size > 0 && (
        <svg
          className={isMost ? "size is-most" : "size"}
          width={`${(MOST_WIDTH * size) / most}%`}
          height="4"
          aria-hidden
        >
          <rect width="100%" height="100%" />
        </svg>
      )}
    </>
  );
}

function Content({ view, row: { field, until, list }, record }: Omit<CellProps, "place">): ReactNode {
  if (list) return <Listed list={list} record={record} />;
  if (!field) return null;
  const value = record[field.name] ?? null;
  if (until && value !== null) return periodText(value, record[until.name], field.precision && record[field.precision]);
  return (
    <Value
      field={field}
      record={{ ...record, [field.name]: value }}
      unit={unitOf(field, record, view)}
      hue={hueIn(view, field, value)}
      short={field.kind === "reference"}
    />
  );
}

/** The number of entries of a list, or the first of them by name. */
function Listed({ list, record }: { readonly list: ComparedList; readonly record: Data }) {
  const entries = entriesOf(list, record);
  if (!entries || (list.isNamed && entries.length === 0)) return <NoValue />;
  const isMore = isCut(list, record);
  if (!list.isNamed) return `${isMore ? "more than " : ""}${countText(entries.length)}`;
  const others = entries.length - MOST_NAMED;
  return (
    <ul>
      {entries.slice(0, MOST_NAMED).map((entry) => (
        <li key={entry.record.id}>
          <Entry list={list} entry={entry} />
        </li>
      ))}
      {others > 0 && (
        <li className="soft">
          and {isMore && "more than "}
          {countText(others)} more
        </li>
      )}
    </ul>
  );
}

function Entry({ list, entry }: { readonly list: ComparedList; readonly entry: ComparedEntry }) {
  const { record, role } = entry;
  const path = memberPath(useDescription(), record) ?? record._links?.self;
  const name = String(record[list.view.title] ?? record.id);
  return (
    <>
      {path ? <Link to={pageOf(path)}>{name}</Link> : name} {role && <span className="soft">{words(role)}</span>}
    </>
  );
}
