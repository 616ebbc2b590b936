/** A field into which a date or an instant is typed, as the pages write it. A browser's own would follow its locale. */
import { type ComponentProps, useId, useState } from "react";
import { firstDay, movedBy } from "../../fields/dates/period.ts";
import { type DateRead, readDate, type Takes, typedText } from "../../fields/dates/typed-date.ts";
import type { Precision } from "../../units.ts";
import { afterPointerUp } from "../after-pointer-up.ts";

/** The value of a field of a date, and the callback of its changes. */
export interface DateEntrySettings {
  readonly takes: Takes;
  /** The value as the API has it, or what was typed instead. */
  readonly value: string;
  /** The precision of the date. */
  readonly precision?: Precision | undefined;
  /** Called when something was typed. @param read what it was read as; undefined if the field is empty */
  readonly change: (typed: string, read: DateRead | undefined) => void;
}

/** The attributes of the input, and what is said below it. */
export interface DateEntry {
  readonly input: ComponentProps<"input">;
  readonly hintId: string;
  readonly takes: Takes;
  readonly precision: Precision | undefined;
  readonly isTyping: boolean;
  /** The date that was read, while it is typed. */
  readonly understood: string | undefined;
  /** It was typed just like that. */
  readonly isAsTyped: boolean;
}

/**
 * Returns the state of a field of a date: a typed text stays as it is until the field is left, and is then shown as
 * pages do.
 */
export function useDateEntry({ takes, value, precision, change }: DateEntrySettings): DateEntry {
  const hintId = useId();
  const [kept, setTyped] = useState<string>();
  const shown = typedText(value, takes, precision);
  // Otherwise the value was changed elsewhere: a reset, another precision.
  const typed = kept !== undefined && meaningOf(kept, takes, precision) === shown ? kept : undefined;
  const text = typed ?? shown;
  const read = readingOf(text, takes);
  const type = (next: string) => {
    setTyped(next);
    change(next, readingOf(next, takes));
  };
  const moveBy = (count: number) => {
    if (read && read.value === undefined) return;
    const now = new Date().toISOString();
    const moved = read ? movedBy(read.value, count, precision) : takes.time === "none" ? now.slice(0, 10) : now;
    type(typedText(moved, takes, precision));
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
        moveBy(count);
      },
      onBlur: () => afterPointerUp(() => setTyped(undefined)),
    },
    hintId,
    takes,
    precision,
    isTyping: typed !== undefined,
    understood: typed !== undefined && read?.value !== undefined ? shown : undefined,
    isAsTyped: typed?.trim() === shown,
  };
}

function readingOf(text: string, takes: Takes): DateRead | undefined {
  return text.trim() === "" ? undefined : readDate(text, takes);
}

/** Returns the text of the field once it is left: a day that is known only roughly becomes its period. */
function meaningOf(text: string, takes: Takes, precision: Precision = "day"): string {
  const read = readingOf(text, takes);
  if (read?.value === undefined) return text;
  return typedText(firstDay(read.value, precision), takes, read.precision ?? precision);
}
