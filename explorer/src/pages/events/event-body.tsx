/** An event, as the page of its record shows it. */

import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/queries.ts";
import { clockText, dateText } from "../../units.ts";
import { EventChanges } from "./event-entry.tsx";
import { subjectName } from "./event-text.ts";

/** Shows what happened, when, to what, and who did it. */
export function EventBody({ event }: { readonly event: Data }) {
  const { at } = useDescription();
  return (
    <>
      <dl className="values">
        <dt>Subject</dt>
        <dd>
          <Link to={pageOf(event.subject)}>{subjectName(event, at(event.subject)?.view.title)}</Link>
          <span className="by mono">{event.subject}</span>
        </dd>
        <dt>Actor</dt>
        <dd className="mono">{event.data?.actor}</dd>
        <dt>Time</dt>
        <dd>
          <time dateTime={event.time} title={event.time}>
            {dateText(event.time)}, {clockText(event.time)}
            <span className="by">UTC</span>
          </time>
        </dd>
      </dl>
      <section className="sect">
        <header>
          <h2>Changes</h2>
        </header>
        <div className="event is-alone">
          <EventChanges event={event} />
        </div>
      </section>
    </>
  );
}
