/** Dates, as precisely as they are known, and instants. Always UTC. */
import { words } from "../../description/words.ts";
import { dateText, type Precision } from "../../units.ts";
import { daysSuggested, midnightIn } from "../state/suggested.ts";
import { firstDay } from "../values/period.ts";
import { unreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** A date. Where a field says how much of it is known, that is chosen beside it, and the first day of the period is stored. */
export function DateControl(props: ControlProps) {
  const { field, value, setValue, others, setOther, id } = props;
  const precision = field.precision === undefined ? undefined : (others[field.precision] as Precision | undefined);
  const text = typeof value === "string" ? value : "";
  return (
    <>
      <span className="btns is-date">
        <span className="input num">
          <input
            {...inputAttributes(props)}
            type="date"
            value={text}
            onChange={({ target }) => setValue(target.value === "" ? null : target.value)}
            // Once the day is typed: the first one of its period is stored.
            onBlur={() => text !== "" && setValue(firstDay(text, precision ?? "day"))}
          />
        </span>
        {field.precision !== undefined && field.precisions.length > 0 && (
          <span className="input is-select">
            <select
              id={`${id}-precision`}
              aria-label={`${field.label}: how much of it is known`}
              value={precision ?? "day"}
              onChange={({ target }) => {
                setOther(field.precision!, target.value);
                if (text !== "") setValue(firstDay(text, target.value));
              }}
            >
              {field.precisions.map((each) => (
                <option key={each} value={each}>
                  {words(each)}
                </option>
              ))}
            </select>
          </span>
        )}
      </span>
      {text !== "" && precision && precision !== "day" && (
        <span className="help">Shown as “{dateText(text, precision)}”.</span>
      )}
    </>
  );
}

/** A point in time, to the millisecond. What a browser's control cannot show, such as finer fractions, stays until it is edited. */
export function InstantControl(props: ControlProps) {
  const { field, value, setValue } = props;
  const instant = typeof value === "string" ? value : "";
  const days = daysSuggested(field);
  const inDays = (now: number) => (days === undefined ? new Date(now).toISOString() : midnightIn(days, now));
  return (
    <span className="btns is-date">
      <span className="input num">
        <input
          {...inputAttributes(props)}
          type="datetime-local"
          step="0.001"
          value={localOf(instant)}
          onChange={({ target }) => setValue(target.value === "" ? null : instantOf(target.value))}
        />
        <span className="unit">UTC</span>
      </span>
      <button type="button" className="btn is-small" onClick={() => setValue(inDays(Date.now()))}>
        {days === undefined ? "Now" : `In ${days} days`}
      </button>
    </span>
  );
}

/** An instant as `datetime-local` has it, in UTC. */
function localOf(instant: string): string {
  const time = new Date(instant);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, -1);
}

/** What `datetime-local` gives, which may leave out seconds, as an instant in UTC. */
function instantOf(local: string): unknown {
  const time = new Date(`${local}Z`);
  return Number.isNaN(time.getTime()) ? unreadable(local, "A date and a time are required.") : time.toISOString();
}
