/** A day to type, and the button that applies it. */
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Gone } from "../../../../client/index.ts";
import { DAY, dateNotation } from "../../fields/dates/typed-date.ts";
import { get } from "../../requests/queries.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { TypedHelp, useTypedEntry } from "../typed/typed-entry.tsx";

const NOTATION = dateNotation(DAY);

/** A form for a day up to today, of which the history is kept. */
export function DayForm({
  label,
  initial,
  requestOf,
  apply,
  children,
}: {
  readonly label: string;
  readonly initial: string | undefined;
  /** Makes a small request about a day, which is 410 if that is not kept. The page says what else is wrong. */
  readonly requestOf: (day: string) => string;
  readonly apply: (day: string) => void;
  readonly children?: ReactNode;
}) {
  const id = useId();
  const [typed, setTyped] = useState(initial ?? "");
  const [fault, setFault] = useState<string>();
  const entry = useTypedEntry({
    notation: NOTATION,
    value: typed,
    change: (text, read) => {
      setFault(undefined);
      setTyped(read?.value ?? text);
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = NOTATION.read(typed);
    if (read.value === undefined) return setFault(read.reason);
    if (read.value > new Date().toISOString().slice(0, read.value.length))
      return setFault("That day is in the future. Enter today or an earlier day.");
    const error: unknown = await get(requestOf(read.value)).catch((reason) => reason);
    if (error instanceof Gone) return setFault(error.message);
    apply(read.value);
  };
  return (
    <form className="moment" onSubmit={(event) => void submit(event)} noValidate>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="btns">
        <input
          {...entry.input}
          id={id}
          className="input"
          // biome-ignore lint/a11y/noAutofocus: the popover was just opened
          autoFocus
          aria-describedby={entry.hintId}
          aria-invalid={fault !== undefined || undefined}
        />
        <Button look="main" type="submit">
          Show
        </Button>
      </span>
      {fault !== undefined && (
        <span className="msg" role="alert">
          <Icon name="warn" size={14} />
          {fault}
        </span>
      )}
      <TypedHelp {...entry} />
      {children}
    </form>
  );
}
