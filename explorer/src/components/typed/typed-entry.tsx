/** An input into which a value is typed in a notation, as the pages write it. A browser's own would follow its locale. */
import { type ComponentProps, useId, useState } from "react";
import type { Reading } from "../../../../kit/values/duration.ts";
import type { Notation } from "../../fields/notation.ts";
import { afterPointerUp } from "../after-pointer-up.ts";

/** The value of an input, and the callback of its changes. */
export interface TypedEntrySettings<R extends Reading> {
  readonly notation: Notation<R>;
  /** The value as the API has it, or what was typed instead. */
  readonly value: string;
  /** Called when something was typed. @param read what it was read as; undefined if the input is empty */
  readonly change: (typed: string, read: R | undefined) => void;
}

/** The attributes of the input, and what is said below it. */
export interface TypedEntry {
  readonly input: ComponentProps<"input">;
  readonly hintId: string;
  readonly hint: string;
  readonly isTyping: boolean;
  /** The value that was read, while it is typed. */
  readonly understood: string | undefined;
  /** It was typed just like that. */
  readonly isAsTyped: boolean;
}

/**
 * Returns the state of an input: a typed text stays as it is until the input is left, and is then shown as pages do.
 */
export function useTypedEntry<R extends Reading>({ notation, value, change }: TypedEntrySettings<R>): TypedEntry {
  const hintId = useId();
  const [kept, setTyped] = useState<string>();
  const shown = notation.write(value);
  // Otherwise the value was changed elsewhere: a reset, another precision.
  const typed = kept !== undefined && notation.write(kept) === shown ? kept : undefined;
  const text = typed ?? shown;
  const readingOf = (each: string) => (each.trim() === "" ? undefined : notation.read(each));
  const read = readingOf(text);
  const type = (next: string) => {
    setTyped(next);
    change(next, readingOf(next));
  };
  return {
    input: {
      type: "text",
      autoComplete: "off",
      spellCheck: false,
      value: text,
      onChange: ({ target }) => type(target.value),
      onKeyDown: (event) => {
        const count = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (event.key === "Enter") setTyped(undefined);
        if (count === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (!read || read.value !== undefined) type(notation.write(notation.step(read?.value, count)));
      },
      onBlur: () => afterPointerUp(() => setTyped(undefined)),
    },
    hintId,
    hint: notation.hint,
    isTyping: typed !== undefined,
    understood: typed !== undefined && read?.value !== undefined ? shown : undefined,
    isAsTyped: typed?.trim() === shown,
  };
}

/** Says which forms may be typed, or what was understood where it was typed in another way. */
export function TypedHelp({ hintId, hint, understood, isAsTyped }: TypedEntry) {
  const isHidden = understood !== undefined && !isAsTyped;
  return (
    <span className="help">
      <span role="status" className={isAsTyped ? "sr" : undefined}>
        {understood !== undefined && `Understood as ${understood}.`}
      </span>
      <span id={hintId} hidden={isHidden}>
        {hint}
      </span>
    </span>
  );
}
