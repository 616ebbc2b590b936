/** Values that are typed in a notation. */
import { describedBy } from "../../components/described-by.ts";
import { type TypedEntry, TypedHelp, useTypedEntry } from "../../components/typed/typed-entry.tsx";
import { specOf } from "../../fields/kinds/kinds.ts";
import type { Reading } from "../../fields/notation.ts";
import { isUnreadable, unreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** A value in the notation of its kind. */
export function TypedControl(props: ControlProps) {
  const { field, value, setValue } = props;
  const entry = useTypedEntry({
    notation: specOf(field).notation!,
    value: typedIn(value),
    change: (typed, read) => setValue(formValueOf(typed, read)),
  });
  return (
    <>
      <TypedInput {...props} entry={entry} />
      <TypedHelp {...entry} />
    </>
  );
}

/** The input of a value. */
export function TypedInput({
  entry: { input, hintId },
  remember,
  ...props
}: ControlProps & { readonly entry: TypedEntry; readonly remember?: () => void }) {
  return (
    <span className="input num">
      <input
        {...inputAttributes({ ...props, describedBy: describedBy(hintId, props.describedBy) })}
        {...input}
        onFocus={remember}
      />
    </span>
  );
}

/** Returns the text of the field for a value. */
export function typedIn(value: unknown): string {
  if (isUnreadable(value)) return value.$typed;
  return typeof value === "string" ? value : "";
}

/** Returns the value of the form for a typed text. */
export function formValueOf(typed: string, read: Reading | undefined, stored = (value: string) => value): unknown {
  if (read === undefined) return null;
  return read.value === undefined ? unreadable(typed, read.reason) : stored(read.value);
}
