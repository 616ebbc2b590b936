/** Dates, as precisely as they are known, and instants. Always UTC. */
import { useRef } from "react";
import { words } from "../../../../kit/description/words.ts";
import { TypedHelp, useTypedEntry } from "../../components/typed/typed-entry.tsx";
import { firstDay } from "../../fields/dates/period.ts";
import { DAY, dateNotation, INSTANT } from "../../fields/dates/typed-date.ts";
import type { Precision } from "../../units.ts";
import { daysSuggested, midnightIn } from "../state/suggested.ts";
import type { ControlProps } from "./control-props.ts";
import { formValueOf, TypedControl, TypedInput, typedIn } from "./typed.tsx";

/**
 * A date. Where a field says how much of it is known, that is chosen beside it, and the first day of the period is
 * stored.
 */
export function DateControl(props: ControlProps) {
  const { field, value, setValue, others, setOther, id } = props;
  const { precision: other, precisions } = field;
  const precision = other === undefined ? undefined : (others[other] as Precision | undefined);
  /** The precision chosen before something was typed: "2030" is only the beginning of "2030-05-17". */
  const chosen = useRef(precision);
  const choose = (next: Precision | undefined) => {
    if (other !== undefined && next !== precision) setOther(other, next);
  };
  const entry = useTypedEntry({
    notation: dateNotation({ ...DAY, precisions }, precision),
    value: typedIn(value),
    change: (typed, read) => {
      const isWholeDay = read?.value !== undefined && chosen.current !== undefined;
      const next = read?.precision ?? (isWholeDay ? "day" : chosen.current);
      choose(next);
      setValue(formValueOf(typed, read, (day) => firstDay(day, next ?? "day")));
    },
  });
  return (
    <>
      <span className="btns is-date">
        <TypedInput
          {...props}
          entry={entry}
          remember={() => {
            chosen.current = precision;
          }}
        />
        {other !== undefined && precisions.length > 0 && (
          <span className="input is-select">
            <select
              id={`${id}-precision`}
              aria-label={`${field.label}: how much of it is known`}
              value={precision ?? "day"}
              onChange={({ target }) => {
                choose(target.value);
                if (typeof value === "string") setValue(firstDay(value, target.value));
              }}
            >
              {precisions.map((each) => (
                <option key={each} value={each}>
                  {words(each)}
                </option>
              ))}
            </select>
          </span>
        )}
      </span>
      <TypedHelp {...entry} />
    </>
  );
}

const INSTANTS = dateNotation(INSTANT);

/** A point in time, as exact as the service stores it. */
export function InstantControl(props: ControlProps) {
  const days = daysSuggested(props.field);
  const inDays = (now: number) => (days === undefined ? new Date(now).toISOString() : midnightIn(days, now));
  return (
    <TypedControl {...props} notation={INSTANTS}>
      <button type="button" className="btn is-small" onClick={() => props.setValue(inDays(Date.now()))}>
        {days === undefined ? "Now" : `In ${days} days`}
      </button>
    </TypedControl>
  );
}
