/** Lists what is next: planned records with a date, the earliest first, each as precise as its date is known. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { inTone } from "../../fields/in-tone.ts";
import { endOfPeriod } from "../../pictures/time/days.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, dateText, shortDateText } from "../../units.ts";
import { type Pictured, partOf } from "./pictures.ts";
import { useKnownDay } from "./use-known-day.ts";

const ROWS = 6;
/** So many are read: of those that begin in a year that is all that is known, some may come later. */
const READ = 20;

/** The next planned records; nothing if no state says so, or none has a date. */
export function Next(pictured: Pictured) {
  const { view, picture } = pictured;
  const planned = inTone(view, "plan");
  const from = partOf(pictured, "from");
  const exists = from && filterOf(view, from.name, "exists")?.parameter;
  const filter = `${planned?.parameter}=${planned?.states.join(",")}&${exists}=true&sort=${from?.name}`;
  const { fields, known, dayOf } = useKnownDay(pictured);
  const { data } = useGet(planned && exists ? `${view.path}?${filter}&limit=${READ}&fields=${fields}` : undefined);
  const read: readonly Data[] = (known && data?.data[view.plural]) ?? [];
  if (!planned || !from || read.length === 0) return null;
  const precisionOf = (record: Data): string | undefined => record[String(picture.precision)] ?? undefined;
  const end = (record: Data) => endOfPeriod(record[from.name], precisionOf(record))!;
  const records = [...read].sort((a, b) => end(a) - end(b)).slice(0, ROWS);
  return (
    <section className="sect">
      <header>
        <h2>
          {sentenceCase(planned.states.join(", "))}
          {dayOf(records, (day) => ` as of ${dateText(day)}`)}
        </h2>
        <span className="count">{countText(data?.data.total_count)}</span>
        <span className="more">
          <Link to={`${pageOf(view.path)}?${filter}`}>All</Link>
        </span>
      </header>
      <ul className="dated is-next">
        {records.map((record) => (
          <li key={record.id}>
            <time>{shortDateText(record[from.name], precisionOf(record))}</time>
            <Link className="name" to={pageOf(record._links.self)}>
              {record[view.title] ?? record.id}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
