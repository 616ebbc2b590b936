/** A delivery, as the page of its record shows it. */

import type { View } from "../../../../kit/description/model.ts";
import { pathAbove } from "../../../../kit/description/paths.ts";
import { pageOf } from "../../address/address.ts";
import { Button } from "../../components/button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { mayDo, useCaller } from "../../requests/caller.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { Section } from "../record/related/section-frame.tsx";
import { Values } from "../record/values.tsx";
import { AttemptsTable } from "./attempts-table.tsx";
import { useDelivery } from "./use-delivery.ts";

/** The interval at which a delivery that has not ended is requested, in milliseconds. */
const POLL_MS = 2_000;
/** Fields that are shown apart from the other values. */
const APART = ["event_id", "event_type", "attempts"];

/** The event, when it is sent next, and every attempt; and the way to send it again. */
export default function DeliveryBody({ view, delivery }: { readonly view: View; readonly delivery: Data }) {
  const path: string = delivery._links.self;
  const { home } = useDescription();
  const caller = useCaller();
  const again = useDelivery(pathAbove(path));
  // The page of the record has the same request, and shows what comes.
  useGet(delivery.status === "pending" ? path : undefined, { poll: POLL_MS });
  const { event_id: eventId, event_type: type, attempts } = delivery;
  const log = home("events");
  return (
    <>
      <dl className="values">
        <dt>Event</dt>
        <dd>
          <code>{type}</code>
          <span className="by mono">
            {log ? <Link to={pageOf(`${log.path}/${encodeURIComponent(eventId)}`)}>{eventId}</Link> : eventId}
          </span>
        </dd>
      </dl>
      <Values view={{ ...view, fields: view.fields.filter(({ name }) => !APART.includes(name)) }} record={delivery} />
      <Section
        heading="Attempts"
        count={attempts.length}
        more={
          mayDo(caller, view.scopes.write) !== false && (
            <Button small disabled={again.isPending} onClick={() => void again.deliver(eventId)}>
              Deliver again
            </Button>
          )
        }
      >
        {attempts.length === 0 ? <p className="soft">None yet.</p> : <AttemptsTable attempts={attempts} />}
      </Section>
      {again.error && <ProblemView error={again.error} />}
    </>
  );
}
