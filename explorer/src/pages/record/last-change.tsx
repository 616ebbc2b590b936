/** Says when a record was changed last, and by whom. */

import { timeOfMoment } from "../../address/moment.ts";
import { useLatestEvent } from "../../components/events/use-latest-event.ts";
import { useDating } from "../../requests/past/dating.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { agoText, dateText } from "../../units.ts";

/** The last change, and the tag of the revision, for callers who may read events. */
export function LastChange({ record, className = "" }: { readonly record: Data; readonly className?: string }) {
  const { moment } = useDating();
  const end = moment && timeOfMoment(moment);
  const { isReadable, last } = useLatestEvent(record, end ? new Date(end + 1).toISOString() : undefined);
  // That of the past is good for no write.
  const { data: plain } = useGet(moment === undefined ? last && record._links?.self : undefined);
  const tag = plain?.headers.get("etag");
  if (!isReadable) return null;
  return (
    <span className={`fine is-line wide-only ${className}`}>
      {last && (
        <span>
          {moment === undefined ? "changed" : "last changed on"}{" "}
          <time dateTime={last.time} title={last.time}>
            {moment === undefined ? agoText(last.time) : dateText(last.time)}
          </time>{" "}
          by <span className="mono">{last.data.actor}</span>
        </span>
      )}
      {tag && (
        <span>
          ETag <span className="mono">{tag}</span>
        </span>
      )}
    </span>
  );
}
