/** Sends a test delivery: the latest event that a webhook receives, once more. */
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { agoText } from "../../units.ts";
import { headingOf, subjectName } from "../events/event-text.ts";
import { testEvent } from "./test-event.ts";
import { useDelivery } from "./use-delivery.ts";

/** The number of the latest events that are looked through. */
const LATEST = 100;

/** A button, and the dialog that says what is sent. */
export default function TestDelivery({ webhook, list }: { readonly webhook: Data; readonly list: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setIsOpen(true)}>
        Send a test delivery
      </Button>
      {isOpen && <TestDialog webhook={webhook} list={list} close={() => setIsOpen(false)} />}
    </>
  );
}

function TestDialog({
  webhook,
  list,
  close,
}: {
  readonly webhook: Data;
  readonly list: string;
  readonly close: () => void;
}) {
  const { event, error, isKnown } = useTestEvent(webhook, list);
  const delivery = useDelivery(list);
  const failed = delivery.error ?? error;
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Send a test delivery"
      lead={
        isKnown && !event
          ? "There is nothing to send yet: no event that this webhook receives is among the latest that you may read."
          : "The latest event that this webhook receives is sent to its URL again, signed as always. The receiver may already have it, and can tell by its id."
      }
      footer={
        <span className="end">
          <Button onClick={close}>Cancel</Button>
          <Button
            look="main"
            disabled={!event || delivery.isPending}
            onClick={() => event && void delivery.deliver(event.id)}
          >
            Send it
          </Button>
        </span>
      }
    >
      {event && (
        <dl className="values">
          <dt>Event</dt>
          <dd>
            {headingOf(event)}
            {event.subject && <span className="by">{subjectName(event, undefined)}</span>}
          </dd>
          {event.time && (
            <>
              <dt>Time</dt>
              <dd>
                <time dateTime={event.time}>{agoText(event.time)}</time>
              </dd>
            </>
          )}
          <dt>To</dt>
          <dd className="mono">{webhook.url}</dd>
        </dl>
      )}
      {event && !webhook.active && (
        <p className="small soft inset">The webhook is paused. The delivery is sent once it is resumed.</p>
      )}
      {failed && <ProblemView error={failed} />}
    </Dialog>
  );
}

/**
 * Returns the event of a test delivery, looked for in the log if the caller may read it, and in the latest delivery.
 */
function useTestEvent(webhook: Data, list: string) {
  const { home } = useDescription();
  const { mayRead } = useRights();
  const log = home("events");
  const isReadable = log !== undefined && mayRead(log) === true;
  const query = `?sort=id:desc&limit=${LATEST}&fields=type,subject,time`;
  const events = useGet(isReadable ? `${log.path}${query}` : undefined, { poll: false });
  const latest = useGet(`${list}?sort=created_at:desc&limit=1`, { poll: false });
  const [delivery]: readonly Data[] = latest.data?.data.deliveries ?? [];
  const found: readonly Data[] = (log && events.data?.data[log.plural]) ?? [];
  const isKnown = latest.data !== undefined && (!isReadable || events.data !== undefined);
  return {
    isKnown,
    event: isKnown ? testEvent(found, delivery, webhook.event_types) : undefined,
    error: events.error ?? latest.error,
  };
}
