/** Events as a table for people: when, who, what, and the changes on demand. */
import { useState } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { sortKeysIn } from "../../address/query.ts";
import { changesOf } from "../../components/diff/changes.ts";
import { Icon } from "../../components/icon.tsx";
import { HeadCell } from "../../components/table/head-cell.tsx";
import type { RecordsProps } from "../../components/table/records-table.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { DateValue } from "../../fields/show/date.tsx";
import type { Data } from "../../requests/queries.ts";
import { clockText, numberText } from "../../units.ts";
import { EventChanges, EventEntry } from "./event-entry.tsx";
import { nounOf, subjectName, verbText } from "./event-text.ts";

/** The fields by which the columns sort, in the order of the columns. */
const SORTED = ["time", "type", "subject", "actor"];
/** The number of changed fields named in a row. */
const NAMED = 3;

/** The table of events; without the room for one, a list. */
export function EventsTable({ view, records, search, placeOf, isPast }: RecordsProps) {
  const keys = sortKeysIn(search);
  const isNarrow = useNarrow();
  if (isNarrow)
    return (
      <div className={isPast ? "events is-past" : "events"} aria-busy={isPast}>
        <h2 className="sr">{view.heading}</h2>
        {records.map((event) => (
          <EventEntry key={event.id} event={event} />
        ))}
      </div>
    );
  return (
    <div className="tbl-scroll">
      <table className={isPast ? "tbl is-past" : "tbl"} aria-busy={isPast}>
        <caption className="sr">{view.heading}</caption>
        <thead>
          <tr>
            {SORTED.map((name) => (
              <HeadCell key={name} {...{ view, search, keys }} field={columnOf(view, name)} sortable />
            ))}
            <th scope="col">Changes</th>
          </tr>
        </thead>
        <tbody>
          {records.map((event, index) => (
            <EventRows key={event.id} event={event} from={placeOf(index)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns a field of an event; the actor is one of its data. */
function columnOf({ fields }: View, name: string): Field {
  const type = fields.find((field) => field.name === "type")!;
  return fields.find((field) => field.name === name) ?? { ...type, name, label: sentenceCase(name), about: undefined };
}

/** An event; and below it, once it is opened, what it changed. */
function EventRows({ event, from }: { readonly event: Data; readonly from: { list: string; index: number } }) {
  const { at } = useDescription();
  const [isOpen, setIsOpen] = useState(false);
  const place = at(event.subject);
  return (
    <>
      <tr className={isOpen ? "is-open" : undefined}>
        <td className="day name">
          <Link to={pageOf(event._links.self)} state={from}>
            <DateValue value={event.time} precision={undefined} short />
            {"\u2002"}
            {clockText(event.time)}
          </Link>
        </td>
        <td>
          {nounOf(event.type)} {verbText(event.type)}
        </td>
        <td className="clip">
          <Link to={pageOf(event.subject)} title={event.subject}>
            {subjectName(event, place?.view.title)}
          </Link>
        </td>
        <td className="mono small">{event.data?.actor}</td>
        <td>
          <button type="button" className="opens" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name={isOpen ? "down" : "right"} size={12} />
            <ChangedFields event={event} />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className="is-detail">
          <td colSpan={SORTED.length + 1}>
            <div className="event is-alone">
              <EventChanges event={event} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

/** The changed fields by their names: `operator, end date and 2 more`. */
function ChangedFields({ event }: { readonly event: Data }) {
  const { at } = useDescription();
  const { count, before, after } = event.data ?? {};
  if (count !== undefined) return count === 1 ? "1 record" : `${numberText(count).digits} records`;
  if (before === undefined && after === undefined) return "not in the log";
  const names = changesOf(at(event.subject)?.view, before ?? null, after ?? null).map(({ field }) => field.label);
  const rest = names.length - NAMED;
  const named = names.slice(0, NAMED).join(", ").toLowerCase();
  if (named === "") return "no fields of its own";
  return rest > 0 ? `${named} and ${rest} more` : named;
}
