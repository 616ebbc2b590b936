/** Two versions of a record, and the fields in which they differ. */
import { useEffect, useRef } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { ChangeRows } from "../../components/diff/change-rows.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { isShown, NOW, stateAfter, type VersionPair, versionText } from "./versions.ts";

/** Props of `Comparison`. */
export interface ComparisonProps {
  readonly pair: VersionPair;
  /** The record. */
  readonly path: string;
  readonly view: View | undefined;
  /** The list of all events. */
  readonly log: View;
  /** The events that the page shows, newest first. */
  readonly events: readonly Data[];
  /** Whether the record exists now. */
  readonly exists: boolean;
  readonly choose: (pair: VersionPair) => void;
  readonly close: () => void;
  /** Whether it was opened just now, so that it takes the focus. */
  readonly takesFocus: boolean;
}

/** A choice of two versions, and what differs. */
export function Comparison({ pair, path, view, log, events, exists, choose, close, takesFocus }: ComparisonProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const [from, to] = [useVersion(pair.from, path, log, events), useVersion(pair.to, path, log, events)];
  const error = from.error ?? to.error;
  const choices = [from.event, to.event].flatMap((event) =>
    event && !events.some(({ id }) => id === event.id) ? [event] : [],
  );
  const shown = [...events, ...choices].filter(isShown).sort((a, b) => (a.id < b.id ? 1 : -1));
  const select = (label: string, name: keyof VersionPair) => (
    <label>
      <span className="small soft">{label}</span>
      <span className="input is-select">
        <select value={pair[name]} onChange={({ target }) => choose({ ...pair, [name]: target.value })}>
          {(exists || pair[name] === NOW) && <option value={NOW}>Now</option>}
          {shown.map((event) => (
            <option key={event.id} value={event.id}>
              {versionText(event)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
  const [before, after] = [from.state, to.state];
  return (
    <section className="compare" aria-labelledby="compare">
      <header>
        <h2 id="compare" tabIndex={-1} ref={heading}>
          Two versions compared
        </h2>
        <Button small look="bare" icon="close" label="Close the comparison" onClick={close} />
      </header>
      <div className="pair">
        {select("From", "from")}
        {select("To", "to")}
      </div>
      {error && <ProblemView error={error} />}
      {before !== undefined && after !== undefined && (
        <div className="event is-alone">
          <VersionComparison view={view} before={before} after={after} />
        </div>
      )}
      {(from.isUnseen || to.isUnseen) && <p className="soft small">The log does not show this version.</p>}
    </section>
  );
}

/** The differences between two states; null: the record did not exist. */
function VersionComparison({
  view,
  before,
  after,
}: {
  readonly view: View | undefined;
  readonly before: Data | null;
  readonly after: Data | null;
}) {
  return (
    <>
      {before === null && after !== null && <p className="small soft">In the first version, it was deleted.</p>}
      {before !== null && after === null && <p className="small soft">In the second version, it is deleted.</p>}
      <ChangeRows view={view} before={before} after={after} none="These two versions do not differ." />
    </>
  );
}

interface Version {
  readonly event: Data | undefined;
  /** Null if the record did not exist then; undefined until it is known. */
  readonly state: Data | null | undefined;
  readonly isUnseen: boolean;
  readonly error: Error | undefined;
}

function useVersion(version: string, path: string, log: View, events: readonly Data[]): Version {
  const listed = events.find(({ id }) => id === version);
  const isNow = version === NOW;
  const { data: now, error: noneNow } = useGet(isNow ? path : undefined);
  const older = useGet(listed || isNow ? undefined : `${log.path}/${encodeURIComponent(version)}`, { poll: false });
  const event = listed ?? older.data?.data;
  const state = isNow ? now?.data : event && stateAfter(event);
  const isUnseen = event !== undefined && state === undefined;
  return { event, state, isUnseen, error: noneNow ?? older.error ?? undefined };
}
