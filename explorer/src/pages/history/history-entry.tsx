/** An event in the history of a record, with what can be done with it. */

import type { View } from "../../../../kit/description/model.ts";
import { verbOf } from "../../../../kit/events/deletion.ts";
import { Button } from "../../components/button.tsx";
import { countedList } from "../../forms/values/counted.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { EventEntry } from "../events/event-entry.tsx";
import { DeletedWith } from "./deleted-with.tsx";
import { countersOf, isChange, reversionsOf, withCounted } from "./reversion.ts";
import { isShown, NOW, type VersionPair } from "./versions.ts";

/** Props of `HistoryEntry`. */
export interface HistoryEntryProps {
  readonly event: Data;
  /** The events that the page shows, newest first. */
  readonly events: readonly Data[];
  /** The list of all events. */
  readonly log: View;
  /** The record. */
  readonly path: string;
  /** Undefined if the service no longer has this resource. */
  readonly view: View | undefined;
  /** The record as it is now; undefined if it does not exist. */
  readonly record: Data | undefined;
  readonly isChosen: boolean;
  readonly compare: (pair: VersionPair) => void;
  /** @param view in which the numbers that the change counted are derived */
  readonly revert: (event: Data, view: View) => void;
}

/** An event: what it changed, and ways to compare and to revert. */
export function HistoryEntry(props: HistoryEntryProps) {
  const { event, events, log, path, view: own, record, isChosen, compare, revert } = props;
  const view = useCounted(own, path, log, event, events);
  const canRevert = view && record && isChange(event) && reversionsOf(view, event, [], record).length > 0;
  const canCompare = record && event !== events[0] && isShown(event);
  return (
    <EventEntry
      event={event}
      view={view}
      isOfOne
      isChosen={isChosen}
      actions={
        (canRevert || canCompare) && (
          <>
            {canRevert && (
              <Button small icon="back" onClick={() => revert(event, view)}>
                Revert …
              </Button>
            )}
            {canCompare && (
              <Button small onClick={() => compare({ from: event.id, to: NOW })}>
                Compare with now
              </Button>
            )}
          </>
        )
      }
    >
      {verbOf(event.type) === "deleted" && <DeletedWith path={path} log={log.path} of={event} />}
    </EventEntry>
  );
}

/** The most events of members that are looked at. */
const MOST = 100;

/**
 * Returns the view in which an event changed derived numbers because of what was counted: it happened at the same
 * moment as a change of that list.
 */
function useCounted(
  view: View | undefined,
  path: string,
  log: View,
  event: Data,
  events: readonly Data[],
): View | undefined {
  const [counter] = view ? countersOf(view, event) : [];
  const span = `time_after=${shifted(events.at(-1), -1)}&time_before=${shifted(events[0], 1)}`;
  const list = counter && `subject_starts_with=${countedList(counter, path)}&${span}&sort=id:desc&limit=${MOST}`;
  // The same request for all events of the page.
  const { data } = useGet(list && `${log.path}?${list}`, { poll: false });
  const members: readonly Data[] = data?.data[log.plural] ?? [];
  const isCounted = members.some(({ time, data: { actor } }) => time === event.time && actor === event.data?.actor);
  return view && counter && isCounted ? withCounted(view, counter.name) : view;
}

/** Returns the time of an event, some milliseconds before or after. */
function shifted(event: Data | undefined, milliseconds: number): string {
  return new Date(Date.parse(event?.time ?? 0) + milliseconds).toISOString();
}
