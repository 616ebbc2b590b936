/** Lists what began or ended on this day of the calendar in other years. */
import { useState } from "react";
import { pageOf } from "../../address/address.ts";
import { Button } from "../../components/button.tsx";
import { useCount } from "../../components/frame/counts.ts";
import { Link } from "../../description/past/link.tsx";
import { huesOf } from "../../fields/hues.ts";
import { Value } from "../../fields/show/value.tsx";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { dateOf } from "../../pictures/time/days.ts";
import { useToday } from "../../pictures/time/use-today.ts";
import { partsOf, type TimelineParts } from "../../pictures/timeline/parts.ts";
import { useGet } from "../../requests/queries.ts";
import { countText, dayText } from "../../units.ts";
import { anniversariesOf, eventOf, pathOnDay } from "./on-this-day.ts";
import type { Pictured } from "./pictures.ts";

const SHOWN = 7;

/** The records with a date on this day; the day before and the day after are a click away. */
export function OnThisDay({ view, picture }: Pictured) {
  const parts = partsOf(view, picture);
  return parts && pathOnDay(view, parts, parts.from, 0) ? <Anniversaries view={view} parts={parts} /> : null;
}

function Anniversaries({ view, parts }: { readonly view: Pictured["view"]; readonly parts: TimelineParts }) {
  const today = useToday();
  const [later, setLater] = useState(0);
  const day = today + later;
  const { knownUntil } = useKnownUntil();
  // Once it is counted, the page has nothing else to request.
  const isReady = useCount(view) !== undefined;
  const path = (field: TimelineParts["to"]) => (isReady && field ? pathOnDay(view, parts, field, day) : undefined);
  const began = useGet(path(parts.from), { keepPrevious: true });
  const ended = useGet(path(parts.to), { keepPrevious: true });
  const isComplete = began.data && (ended.data || !path(parts.to)) && knownUntil;
  const all = isComplete
    ? anniversariesOf(
        [
          { field: parts.from, records: began.data.data[view.plural] },
          ...(parts.to ? [{ field: parts.to, records: ended.data?.data[view.plural] ?? [] }] : []),
        ],
        parts,
        knownUntil,
      )
    : undefined;
  const date = dateOf(day);
  const { color } = parts;
  return (
    <section className="sect">
      <header>
        <h2 aria-live="polite">On a {dayText(date)}</h2>
        <span className="more joined">
          <Button look="bare" small icon="left" label="Day before" onClick={() => setLater(later - 1)} />
          <Button look="bare" small icon="right" label="Day after" onClick={() => setLater(later + 1)} />
        </span>
      </header>
      <ul className="dated is-tall" aria-busy={all === undefined}>
        {all?.slice(0, SHOWN).map(({ year, record, field }) => (
          <li key={`${record.id} ${field.name}`}>
            <time dateTime={record[field.name]}>{year}</time>
            <span>
              <Link className="name" to={pageOf(record._links.self)}>
                {record[view.title] ?? record.id}
              </Link>{" "}
              {eventOf(field)}
            </span>
            {color && <Value field={color} record={record} short hue={huesOf(color)(record[color.name])} />}
          </li>
        ))}
        {all && all.length > SHOWN && <li className="soft">and {countText(all.length - SHOWN)} more</li>}
        {all?.length === 0 && <li className="soft">Nothing recorded on this day in the last 99 years.</li>}
      </ul>
    </section>
  );
}
