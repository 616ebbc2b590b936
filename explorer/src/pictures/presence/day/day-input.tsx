/** The day of the presence, as a date to type. */
import { useState } from "react";
import { Icon } from "../../../components/icon.tsx";
import { TypedHelp, useTypedEntry } from "../../../components/typed/typed-entry.tsx";
import { DAY, dateNotation } from "../../../fields/dates/typed-date.ts";
import { dateText } from "../../../units.ts";
import { dayOf, isoOf } from "../../time/days.ts";

const NOTATION = dateNotation(DAY);

/** A field for the day. What is no date stays in it, with the reason, until the day changes. */
export function DayInput({
  day,
  first,
  most,
  setDay,
  onFocus,
}: {
  readonly day: number;
  /** The first and the last day that can be chosen. */
  readonly first: number;
  readonly most: number;
  readonly setDay: (day: number) => void;
  readonly onFocus: () => void;
}) {
  const [wrong, setWrong] = useState<{ readonly day: number; readonly typed: string; readonly reason: string }>();
  if (wrong !== undefined && wrong.day !== day) setWrong(undefined);
  const entry = useTypedEntry({
    notation: NOTATION,
    value: wrong?.typed ?? isoOf(day),
    change: (typed, read) => {
      if (read?.value === undefined) return setWrong({ day, typed, reason: read?.reason ?? "A date is required." });
      const chosen = dayOf(read.value)!;
      if (chosen < first || chosen > most)
        return setWrong({
          day,
          typed,
          reason: `Choose a day from ${dateText(isoOf(first))} to ${dateText(isoOf(most))}.`,
        });
      setWrong(undefined);
      setDay(chosen);
    },
  });
  const fault = entry.isTyping ? undefined : wrong;
  return (
    <span className="day-input">
      <input
        {...entry.input}
        className="btn is-small num"
        aria-label="Day"
        onFocus={onFocus}
        aria-describedby={entry.hintId}
        aria-invalid={fault !== undefined || undefined}
      />
      {fault ? (
        <span className="msg" role="alert" id={entry.hintId}>
          <Icon name="warn" size={14} />
          {fault.reason}
        </span>
      ) : (
        <TypedHelp {...entry} />
      )}
    </span>
  );
}
