/** Says when a record was changed last, and by whom. */

import { useLatestEvent } from "../../components/events/use-latest-event.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { agoText } from "../../units.ts";

/** The last change, and the tag of the revision, for callers who may read events. */
export function LastChange({ record, className = "" }: { readonly record: Data; readonly className?: string }) {
  const { isReadable, last } = useLatestEvent(record);
  const { data: plain } = useGet(last && record._links?.self);
  const tag = plain?.headers.get("etag");
  if (!isReadable) return null;
  return (
    <span className={`fine is-line wide-only ${className}`}>
      {last && (
        <span>
          changed{" "}
          <time dateTime={last.time} title={last.time}>
            {agoText(last.time)}
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
