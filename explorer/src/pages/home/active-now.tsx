/** Lists the ongoing records: those in a state whose tone is `go`, the longest first. */

import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { huesOf } from "../../fields/hues.ts";
import { inTone } from "../../fields/in-tone.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, dateText } from "../../units.ts";
import { type Pictured, partOf } from "./pictures.ts";
import { useKnownDay } from "./use-known-day.ts";

const ROWS = 7;
const YEAR_MS = 31_557_600_000;

/** A table of the ongoing records; nothing if no state says so. */
export function ActiveNow(pictured: Pictured) {
  const { view } = pictured;
  const going = inTone(view, "go");
  const from = partOf(pictured, "from");
  const filter = `${going?.parameter}=${going?.states.join(",")}&sort=${from?.name}`;
  const { fields, known, dayOf } = useKnownDay(pictured);
  const { data } = useGet(going && from && `${view.path}?${filter}&limit=${ROWS}&fields=${fields}`);
  if (!going || !from) return null;
  const records: readonly Data[] = (known && data?.data[view.plural]) ?? [];
  const total: number | undefined = data?.data.total_count;
  if (total === 0) return null;
  return (
    <section className="sect">
      <header>
        <h2>
          {sentenceCase(going.states.join(", "))} {dayOf(records, (day) => `as of ${dateText(day)}`) ?? "now"}
        </h2>
        <span className="count">{total !== undefined && countText(total)}</span>
        <span className="more">
          <Link to={`${pageOf(view.path)}?${filter}`}>All</Link>
        </span>
      </header>
      <table className="tbl is-bare" aria-busy={records.length === 0}>
        <thead className="sr">
          <tr>
            <th scope="col">{sentenceCase(view.one)}</th>
            <th scope="col">Years</th>
            <th scope="col">Since {from.label.toLowerCase()}</th>
          </tr>
        </thead>
        <tbody>
          {records.length === 0 &&
            Array.from({ length: ROWS }, (_, row) => row).map((row) => (
              <tr key={row} aria-hidden>
                <td colSpan={3}>
                  <i className="skel is-late" />
                </td>
              </tr>
            ))}
          {records.map((record) => (
            <ActiveRow
              key={record.id}
              {...{ pictured, record }}
              until={known!(record)}
              longest={ageOf(records[0]?.[from.name], known!(records[0]!))}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ActiveRow({
  pictured,
  record,
  until,
  longest,
}: {
  readonly pictured: Pictured;
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
      <td className="r">
        {age !== undefined && (
          <>
            {Math.floor(age)}
            <span className="unit">y</span>
          </>
        )}
      </td>
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
