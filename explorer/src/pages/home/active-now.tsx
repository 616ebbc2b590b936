/** Lists the ongoing records: those in a state whose tone is `go`, the longest first. */

import type { Field } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { goingOn } from "../../fields/going-on.ts";
import { huesOf } from "../../fields/hues.ts";
import { changedField } from "../../fields/known-until.ts";
import { Value } from "../../fields/show/value.tsx";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { useReadableRelations } from "../../fields/use-readable-relations.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, dateText } from "../../units.ts";
import { isoDate, type Pictured, partOf } from "./pictures.ts";

const ROWS = 12;
const YEAR_MS = 31_557_600_000;

/** A table of the ongoing records; nothing if no state says so. */
export function ActiveNow(pictured: Pictured) {
  const { view } = pictured;
  const going = goingOn(view);
  const from = partOf(pictured, "from");
  const columns = columnsOf(pictured);
  const filter = `${going?.parameter}=${going?.states.join(",")}`;
  const sort = `sort=${from?.name}`;
  const { knownUntil } = useKnownUntil();
  const readableRelations = useReadableRelations();
  const include = readableRelations?.(columns).join(",");
  const { data } = useGet(
    going && from && readableRelations
      ? `${view.path}?${filter}&${sort}&limit=${ROWS}&fields=${fieldsOf(pictured, columns)}${include && `&include=${include}`}`
      : undefined,
  );
  if (!going || !from) return null;
  const records: readonly Data[] = (knownUntil && data?.data[view.plural]) ?? [];
  const today = isoDate(Date.now());
  const known = (record: Data) => earlier(knownUntil?.(record) ?? today, today);
  const day = records.map(known).reduce(earlier, today);
  const total: number | undefined = data?.data.total_count;
  if (total === 0) return null;
  return (
    <section className="sect">
      <header>
        <h2>
          {sentenceCase(going.states.join(", "))} {day < today ? `as of ${dateText(day)}` : "now"}
        </h2>
        <span className="count">{total !== undefined && countText(total)}</span>
        <span className="more">
          <Link to={`${pageOf(view.path)}?${filter}&${sort}`}>All {total !== undefined && countText(total)}</Link>
        </span>
      </header>
      <div className="tbl-scroll">
        <table className="tbl" aria-busy={records.length === 0}>
          <thead>
            <tr>
              <th scope="col">{sentenceCase(view.one)}</th>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col" className="wide-only">
                  {label}
                </th>
              ))}
              <th scope="col" className="r">
                Years
              </th>
              <th scope="col">
                <span className="sr">Since {from.label.toLowerCase()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {records.length === 0 &&
              Array.from({ length: ROWS }, (_, row) => row).map((row) => (
                <tr key={row} aria-hidden>
                  <td colSpan={columns.length + 3}>
                    <i className="skel is-late" />
                  </td>
                </tr>
              ))}
            {records.map((record) => (
              <ActiveRow
                key={record.id}
                {...{ pictured, columns, record }}
                until={known(record)}
                longest={ageOf(records[0]?.[from.name], known(records[0]!))}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ActiveRow({
  pictured,
  columns,
  record,
  until,
  longest,
}: {
  readonly pictured: Pictured;
  readonly columns: readonly Field[];
  readonly record: Data;
  /** The day until which it is known to be ongoing. */
  readonly until: string;
  /** The years of the first one. */
  readonly longest: number | undefined;
}) {
  const from = partOf(pictured, "from")!;
  const color = partOf(pictured, "colour");
  const hue = color && huesOf(color)(record[color.name]);
  const age = ageOf(record[from.name], until);
  return (
    <tr>
      <td className="name">
        <Link to={pageOf(record._links.self)}>{record[pictured.view.title] ?? record.id}</Link>
      </td>
      {columns.map((field) => (
        <td key={field.name} className="wide-only">
          <Value field={field} record={record} short hue={field === color ? hue : undefined} />
        </td>
      ))}
      <td className="r">{age === undefined ? "" : Math.floor(age)}</td>
      <td className="since">
        {age !== undefined && longest !== undefined && (
          <span
            title={`since ${dateText(record[from.name], record[from.precision ?? ""])}, known until ${dateText(until)}`}
          >
            <i
              className={`sw c${hue ?? 0}`}
              style={{ width: `${Math.min(100, Math.max(2, (age / longest) * 100))}%` }}
            />
          </span>
        )}
      </td>
    </tr>
  );
}

/** Years until a day; undefined if the start is not known. */
function ageOf(start: string | null | undefined, until: string): number | undefined {
  return start ? Math.max(0, (Date.parse(until) - Date.parse(start)) / YEAR_MS) : undefined;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

/** Returns the fields that tell records apart: the one that colors them, and the first lane that leads to another. */
function columnsOf(pictured: Pictured): Field[] {
  const lanes = [pictured.picture.lanes ?? []].flat();
  const color = partOf(pictured, "colour");
  const lane = pictured.view.fields.find((field) => field.relation && field !== color && lanes.includes(field.name));
  return [color, lane].filter((field) => field !== undefined && field.kind !== "lifecycle") as Field[];
}

function fieldsOf(pictured: Pictured, columns: readonly Field[]): string {
  const { view, picture } = pictured;
  const names = [view.title, picture.from, picture.precision, changedField(view), ...columns.map(({ name }) => name)];
  return [...new Set(names.filter((name) => name !== undefined && name !== "id"))].join(",");
}
