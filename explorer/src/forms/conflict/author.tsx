/** Names the author and the time of the last change, as far as the caller may read events. */
import { useLatestEvent } from "../../components/events/use-latest-event.ts";
import type { Data } from "../../requests/data.ts";
import { agoText } from "../../units.ts";

/** `key:nightly-import changed it 12 s ago.`; without the right to read events, only that somebody did. */
export function Author({ record, did = "changed it" }: { readonly record: Data; readonly did?: string }) {
  const { last } = useLatestEvent(record);
  if (!last) return <>Somebody {did} meanwhile.</>;
  return (
    <>
      <span className="mono">{last.data.actor}</span> {did}{" "}
      <time dateTime={last.time} title={last.time}>
        {agoText(last.time)}
      </time>
      .
    </>
  );
}
