/** Deliveries as a table for people: what was sent, how it went, and when it is tried again. */

import type { View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import type { ListState } from "../../components/table/record-cell.tsx";
import { Link } from "../../description/past/link.tsx";
import { Instant } from "../../fields/show/date.tsx";
import { NoValue } from "../../fields/show/no-value.tsx";
import { State } from "../../fields/show/state.tsx";
import type { Data } from "../../requests/data.ts";
import { countText } from "../../units.ts";
import { headingOf } from "../events/event-text.ts";

/** Props of `DeliveriesTable`. */
export interface DeliveriesTableProps {
  readonly view: View;
  readonly records: readonly Data[];
  /** Returns the place from which a record's page finds its neighbors. */
  readonly placeOf?: (index: number) => ListState;
  /** Rows of a page before, while the next one is loaded. */
  readonly isPast?: boolean;
}

/** The table of deliveries. A phone has room for what, how and when next. */
export default function DeliveriesTable({ view, records, placeOf, isPast = false }: DeliveriesTableProps) {
  const tones = view.fields.find(({ name }) => name === "status")?.tones;
  return (
    <table className={isPast ? "tbl is-past" : "tbl"} aria-busy={isPast}>
      <caption className="sr">{view.heading}</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col" className="r wide-only">
            Attempts
          </th>
          <th scope="col" className="wide-only">
            Last attempt
          </th>
          <th scope="col">Response</th>
          <th scope="col" className="wide-only">
            Next attempt
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((delivery, index) => {
          const last: Data | undefined = delivery.attempts.at(-1);
          return (
            <tr key={delivery.id}>
              <td className="name wrap">
                <Link to={pageOf(delivery._links.self)} state={placeOf?.(index)} title={delivery.event_type}>
                  {headingOf({ type: delivery.event_type ?? "" })}
                </Link>
              </td>
              <td>
                <State value={delivery.status} tone={tones?.[delivery.status] ?? "done"} />
              </td>
              <td className="r wide-only">{countText(delivery.attempts.length)}</td>
              <td className="day wide-only">{last ? <Instant value={last.at} short /> : <NoValue />}</td>
              <td className="clip">{last ? <Response attempt={last} /> : <NoValue />}</td>
              <td className="day wide-only">
                {delivery.next_attempt_at ? <Instant value={delivery.next_attempt_at} short /> : <NoValue />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The status of a response; or why there was none. */
function Response({ attempt: { status_code: status, error } }: { readonly attempt: Data }) {
  if (status === null || status === undefined) return <span title={error}>{error}</span>;
  return (
    <span className="num" title={error ?? undefined}>
      {status}
    </span>
  );
}
