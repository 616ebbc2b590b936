/** The events of a record, and what can be done with them: compare versions, revert a change. */
import { lazy, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Button } from "../../components/button.tsx";
import { Lazy } from "../../components/lazy.tsx";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/queries.ts";
import { EventList } from "../events/event-list.tsx";
import { Comparison } from "./comparison.tsx";
import { HistoryEntry } from "./history-entry.tsx";
import { latestVersionPair, readVersionPair, type VersionPair } from "./versions.ts";

const RevertDialog = lazy(() => import("./revert-dialog.tsx"));

/** Props of `RecordHistory`. */
export interface RecordHistoryProps {
  /** The list of all events. */
  readonly log: View;
  /** Its path, with the filter for the record. */
  readonly filtered: string;
  readonly search: string;
  /** The record: `/api/planets/saturn`. */
  readonly path: string;
  /** As it is now; undefined if it does not exist. */
  readonly record: Data | undefined;
}

/** The events of a record. */
export default function RecordHistory({ log, filtered, search, path, record }: RecordHistoryProps) {
  const { at } = useDescription();
  const view = at(path)?.view;
  const [fragment, changeFragment] = useFragment();
  const [reverted, setReverted] = useState<{ readonly event: Data; readonly view: View }>();
  // What was opened or closed by a button takes the focus; what an address or Back shows does not.
  const [opened, setOpened] = useState(0);
  const pair = readVersionPair(fragment);
  const compare = (next: VersionPair | undefined) => changeFragment({ from: next?.from, to: next?.to }, { push: true });
  const open = (next: VersionPair | undefined) => {
    setOpened(opened + 1);
    compare(next);
  };
  const exists = record !== undefined;
  return (
    <>
      <EventList
        view={log}
        log={filtered}
        search={search}
        head={(events) =>
          pair ? (
            <Comparison
              key={opened}
              {...{ pair, path, view, log, events, exists }}
              choose={compare}
              close={() => open(undefined)}
              takesFocus={opened > 0}
            />
          ) : (
            <CompareLatest events={events} exists={exists} open={open} takesFocus={opened > 0} />
          )
        }
        entry={(event, events) => (
          <HistoryEntry
            {...{ event, events, log, path, view, record }}
            isChosen={pair !== undefined && (event.id === pair.from || event.id === pair.to)}
            compare={open}
            revert={(changed, of) => setReverted({ event: changed, view: of })}
          />
        )}
      />
      {reverted && (
        <Lazy>
          <RevertDialog {...reverted} {...{ path, log: filtered }} onClose={() => setReverted(undefined)} />
        </Lazy>
      )}
    </>
  );
}

/** Opens the comparison of the latest two versions. */
function CompareLatest({
  events,
  exists,
  open,
  takesFocus,
}: {
  readonly events: readonly Data[];
  readonly exists: boolean;
  readonly open: (pair: VersionPair) => void;
  /** Whether the comparison was closed just now. */
  readonly takesFocus: boolean;
}) {
  const latest = latestVersionPair(events, exists);
  if (!latest) return null;
  return (
    <div className="history-bar">
      <Button small autoFocus={takesFocus} onClick={() => open(latest)}>
        Compare two versions
      </Button>
    </div>
  );
}
