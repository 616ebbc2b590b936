/** A box to tick for one word of a list. */
import { includedIn } from "../../../description/choices.ts";

/** The words that are chosen, and how they are. */
export interface Chosen {
  /** Those that may be chosen, in the order in which they are sent. */
  readonly all: readonly string[];
  readonly words: readonly string[];
  /** Chooses words, or no longer does. */
  readonly choose: (words: readonly string[], isChosen: boolean) => void;
}

/** Returns the chosen words of a list, and the function that changes them. */
export function chosenOf(all: readonly string[], value: unknown, setValue: (value: unknown) => void): Chosen {
  const words = Array.isArray(value) ? (value as readonly string[]) : [];
  return {
    all,
    words,
    choose: (changed, isChosen) =>
      // Words that may no longer be chosen stay until they are removed.
      setValue(
        [...new Set([...all, ...words])].filter((each) => (changed.includes(each) ? isChosen : words.includes(each))),
      ),
  };
}

/** Returns whether a word is chosen, or included in one that is. */
export function isChosen(word: string, { words }: Chosen): boolean {
  return words.includes(word) || includedIn(word, words) !== undefined;
}

/** A labelled box. One whose word is included in another chosen one is ticked, and stays so. */
export function WordBox({
  word,
  label,
  isLabelHidden = false,
  chosen,
  id,
}: {
  readonly word: string;
  readonly label: string;
  /** The label is hidden: the text beside it says the same. */
  readonly isLabelHidden?: boolean;
  readonly chosen: Chosen;
  readonly id?: string | undefined;
}) {
  const wider = includedIn(word, chosen.words);
  return (
    <label className="check" title={wider && `included in ${wider}`}>
      <input
        id={id}
        type="checkbox"
        checked={isChosen(word, chosen)}
        disabled={wider !== undefined}
        onChange={({ target }) => chosen.choose([word], target.checked)}
      />
      <span aria-hidden={wider !== undefined} className={isLabelHidden ? "sr" : undefined}>
        {label}
      </span>
      {wider && (
        <span className="sr">
          {label}, included in {wider}
        </span>
      )}
    </label>
  );
}
