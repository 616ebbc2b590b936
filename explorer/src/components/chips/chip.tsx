/** A chip: one filter, or several that belong together. */
import { createElement, Fragment } from "react";
import type { Pair } from "../../address/query.ts";
import { Icon } from "../icon.tsx";
import { type ChipContent, type ChipPart, type ChipWords, keyOf, sentenceOf } from "./chips-in.ts";
import { isNegative } from "./filter-text.ts";

/** The actions of chips; undefined ones are not offered. */
export interface ChipActions {
  readonly remove: (pairs: readonly Pair[]) => void;
  readonly edit: ((part: ChipPart, button: HTMLElement) => void) | undefined;
  /** Adds a filter to those of the chip. */
  readonly extend: ((chip: ChipContent, button: HTMLElement) => void) | undefined;
}

/** Props of `Chip`. */
export interface ChipProps extends ChipActions {
  readonly chip: ChipContent;
  /** Whether a parameter has a fault: the page says what is wrong, and how to fix it. */
  readonly isFaulty: (parameter: string) => boolean;
}

/** A chip. */
export function Chip({ chip, isFaulty, remove, edit, extend }: ChipProps) {
  const { parts, shared, isExtensible } = chip;
  const sentence = sentenceOf(chip);
  const hasFault = ({ pairs }: ChipPart) => pairs.some(([name]) => isFaulty(name));
  const isAny = parts.some(hasFault);
  const removal = (removed: readonly ChipPart[], text: string) => (
    <button
      type="button"
      className="un"
      aria-label={`Remove: ${text}`}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget, parts.length - removed.length);
        remove(removed.flatMap(({ pairs }) => pairs));
      }}
    >
      <Icon name="close" size={12} />
    </button>
  );
  return (
    <span className={isAny ? "chip is-fault" : "chip"}>
      {parts.length === 1 ? (
        <Part part={parts[0]!} isFaulty={isAny} edit={edit} />
      ) : (
        <span className="alts">
          {parts.map((part) => (
            <span key={keyOf(part)} className="alt-words">
              <Words words={part.before} />
              <span className={hasFault(part) ? "alt is-fault" : "alt"}>
                <Part part={part} isFaulty={hasFault(part)} edit={edit} />
                {removal([part], sentenceOf({ parts: [{ ...part, before: [] }] }))}
              </span>
            </span>
          ))}
        </span>
      )}
      {extend && (isExtensible || shared.length > 0) && (
        <button
          type="button"
          className="more"
          aria-label={`Add to: ${sentence}`}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => extend(chip, currentTarget)}
        >
          <Icon name="plus" size={12} />
        </button>
      )}
      {removal(parts, sentence)}
    </span>
  );
}

/** Moves the focus to a neighbor of what is removed: in the same chip, where `left` filters stay, or the next chip. */
function focusBeside(button: HTMLElement, left: number): void {
  const chip = button.closest("li")!;
  const own = left === 0 ? chip : button.closest(".alt")!;
  // A filter that stays alone has no button of its own.
  const place = left === 1 ? chip : chip.parentElement!;
  const all = [...place.querySelectorAll<HTMLElement>(left === 1 ? ".chip > .un" : ".un, .is-add")];
  const others = all.filter((each) => !own.contains(each));
  const next = others.find((each) => button.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  (next ?? others.at(-1))?.focus();
}

function Words({ words }: { readonly words: readonly ChipWords[] }) {
  // The same words may stand there twice, and never move.
  return createElement(
    Fragment,
    null,
    ...words.flatMap(({ text, isNot }) => [createElement("span", { className: isNot ? "not" : "path" }, text), " "]),
  );
}

interface PartProps extends Pick<ChipActions, "edit"> {
  readonly part: ChipPart;
  readonly isFaulty: boolean;
}

function Part({ part, isFaulty, edit }: PartProps) {
  const { subject, operator, value } = part.text;
  const label = (
    <>
      <Words words={part.lead} />
      {subject} <span className={isNegative(operator) ? "op not" : "op"}>{operator}</span> <b dir="auto">{value}</b>
      {isFaulty && <span className="sr">, invalid</span>}
    </>
  );
  return edit && part.condition ? (
    <button type="button" className="chip-label" onClick={({ currentTarget }) => edit(part, currentTarget)}>
      {label}
    </button>
  ) : (
    <span className="chip-label">{label}</span>
  );
}
