/** Values that are typed in a notation. */
import type { ReactNode } from "react";
import type { Reading } from "../../../../kit/values/duration.ts";
import { describedBy } from "../../components/described-by.ts";
import { type TypedEntry, TypedHelp, useTypedEntry } from "../../components/typed/typed-entry.tsx";
import { specOf } from "../../fields/kinds/kinds.ts";
import type { Notation } from "../../fields/notation.ts";
import { isUnreadable, unreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** Props of `TypedControl`. */
interface TypedControlProps extends ControlProps {
  /** That of the kind, without this. */
  readonly notation?: Notation;
  /** Shown beside the input. */
  readonly children?: ReactNode;
}

/** A value in a notation. */
export function TypedControl({ notation, children, ...props }: TypedControlProps) {
  const { field, value, setValue } = props;
  const entry = useTypedEntry({
    notation: notation ?? specOf(field).notation!,
    value: typedIn(value),
    change: (typed, read) => setValue(formValueOf(typed, read)),
  });
  return (
    <>
      <span className="btns is-date">
        <TypedInput {...props} entry={entry} />
        {children}
      </span>
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
