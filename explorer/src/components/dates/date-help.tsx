/** The help below a field of a date. */
import { hintOf } from "../../fields/dates/typed-date.ts";
import type { DateEntry } from "./use-date-entry.ts";

/** Says which forms may be typed, or what was understood where it was typed in another way. */
export function DateHelp({ hintId, takes, precision, understood, isAsTyped }: DateEntry) {
  const isHidden = understood !== undefined && !isAsTyped;
  return (
    <span className="help">
      <span role="status" className={isAsTyped ? "sr" : undefined}>
        {understood !== undefined && `Understood as ${understood}.`}
      </span>
      <span id={hintId} hidden={isHidden}>
        {hintOf(takes, precision)}
      </span>
    </span>
  );
}
