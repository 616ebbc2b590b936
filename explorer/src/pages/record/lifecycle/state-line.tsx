/** The state of a record, and the ones that may follow it as buttons. */
import { lazy, useEffect, useRef } from "react";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { midSentence, sentenceCase, words } from "../../../../../kit/description/words.ts";
import { dayOfMoment } from "../../../address/moment.ts";
import { Button } from "../../../components/button.tsx";
import { Lazy } from "../../../components/lazy.tsx";
import { Mark, State } from "../../../fields/show/state.tsx";
import { useKnownUntil } from "../../../fields/use-known-until.ts";
import type { Data } from "../../../requests/data.ts";
import { useHealth } from "../../../requests/health.ts";
import { useDating } from "../../../requests/past/dating.ts";
import { dateText } from "../../../units.ts";
import { useRecordTitle } from "../use-record-title.ts";
import { LackingNote, RefusedNote } from "./refused-note.tsx";
import { useTransition } from "./use-transition.ts";

const ChangedDialog = lazy(() => import("../../../forms/conflict/changed-dialog.tsx"));

/** Props of `StateLine`. */
export interface StateLineProps {
  readonly view: View;
  readonly field: Field;
  readonly record: Data;
}

/** The state; of a lifecycle, with what may follow: buttons, or a sentence where nothing can be changed. */
export function StateLine({ view, field, record }: StateLineProps) {
  const value: string = record[field.name];
  const next: readonly string[] | undefined =
    field.transitions && (record.allowed_transitions ?? field.transitions[value]);
  const isWritable = view.writable.update.some(({ name }) => name === field.name);
  const hasRead = typeof record._links?.self === "string";
  const now = <Now view={view} field={field} record={record} />;
  if (next === undefined) return now;
  if (isWritable && hasRead) return <Transitions view={view} field={field} record={record} next={next} />;
  return (
    <>
      {now}
      <span className="track">{next.length === 0 ? "final state" : `next: ${next.map(words).join(", ")}`}</span>
    </>
  );
}

/**
 * The state; of an ongoing record, also the day until which that is known. The service itself knows the states of its
 * own records.
 */
function Now({ view, field, record }: StateLineProps) {
  const { knownUntil } = useKnownUntil();
  const { moment } = useDating();
  const then = moment && dayOfMoment(moment);
  const value: string = record[field.name];
  const tone = field.tones[value] ?? "done";
  const day = tone === "go" && !view.isSystem ? knownUntil?.(record) : undefined;
  return (
    <>
      <State value={value} tone={tone} tag />
      {day !== undefined && day < (then ?? new Date().toISOString().slice(0, day.length)) && (
        <span className="track">as of {dateText(day)}</span>
      )}
    </>
  );
}

function Transitions({ view, field, record, next }: StateLineProps & { readonly next: readonly string[] }) {
  const { offline } = useHealth();
  const value: string = record[field.name];
  const name = useRecordTitle(view, record);
  const group = useRef<HTMLFieldSetElement>(null);
  const transition = useTransition(view, field, record);
  const { pending, refused, reconsidered, lacking, request } = transition;
  const hasArrived = transition.arrived === value;
  // The button that had the focus is gone.
  useEffect(() => {
    if (hasArrived) group.current?.focus();
  }, [hasArrived]);
  const current: string | undefined = reconsidered?.outcome.current[field.name];
  const mayStill = current !== undefined && field.transitions?.[current]?.includes(reconsidered!.to) === true;
  const close = () => {
    transition.close();
    requestAnimationFrame(() => group.current?.focus());
  };
  return (
    <>
      <fieldset className="states" aria-label={field.label} tabIndex={-1} ref={group}>
        <Now view={view} field={field} record={record} />
        {next.length === 0 ? (
          <span className="track">final state</span>
        ) : (
          <>
            <span className="track">next</span>
            <span className="joined">
              {next.map((state) => (
                <Button
                  key={state}
                  small
                  aria-disabled={pending !== undefined || offline !== undefined || undefined}
                  onClick={() => offline === undefined && request(state)}
                >
                  <Mark tone={field.tones[state] ?? "done"} />
                  {sentenceCase(state)}
                </Button>
              ))}
            </span>
            {offline && <span className="small faint">Offline: it can be changed once the service responds.</span>}
          </>
        )}
        <span className="sr" role="status">
          {hasArrived && `${field.label}: ${words(value)}`}
        </span>
      </fieldset>
      {refused && (
        <RefusedNote
          view={view}
          field={field}
          path={record._links.self}
          refused={refused}
          retry={() => request(refused.to)}
          askOtherKey={() => transition.askOtherKey(refused.to)}
        />
      )}
      {lacking !== undefined && (
        <LackingNote to={lacking} scope={view.scopes.write} askOtherKey={() => transition.askOtherKey(lacking)} />
      )}
      {reconsidered && (
        <Lazy>
          <ChangedDialog
            name={name}
            seen={reconsidered.outcome.seen}
            current={reconsidered.outcome.current}
            changed={reconsidered.outcome.changed}
            nothing={
              mayStill
                ? `The ${midSentence(field.label)} was not changed.`
                : `The ${midSentence(field.label)} is ${words(current ?? "")} now and cannot become ${words(reconsidered.to)}.`
            }
            action={mayStill ? `Change to ${words(reconsidered.to)} anyway` : undefined}
            onAnyway={transition.anyway}
            onClose={close}
          />
        </Lazy>
      )}
    </>
  );
}
