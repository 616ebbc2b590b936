/** Finds the words of a query in a name. */

/** A part of a name; marked if it is a word of the query. */
export interface NamePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a name into what matches the words of a query and what does not, whatever the case and the accents. */
export function partsOf(name: string, query: string): NamePart[] {
  const characters = [...name];
  const plain = characters.map(plainOf);
  const marked = characters.map(() => false);
  for (const word of wordsIn(query))
    for (let start = 0; start < plain.length; start += 1) {
      const end = endOf(plain, start, word);
      if (end !== undefined && isStartOfWord(plain, start)) marked.fill(true, start, end);
    }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [index, character] of characters.entries()) {
    const isMatch = marked[index]!;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
  }
  return parts;
}

/** Returns whether each word of a query begins a word of a text. */
export function matches(text: string, query: string): boolean {
  const words = wordsIn(text);
  return wordsIn(query).every((prefix) => words.some((word) => word.startsWith(prefix)));
}

/** Returns the words of a text, without case and accents. */
export function wordsIn(text: string): string[] {
  return (
    [...text]
      .map(plainOf)
      .join("")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Removes case and accents: `É` → `e`. */
function plainOf(character: string): string {
  return character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns the end of a word that starts at a character. */
function endOf(plain: readonly string[], start: number, word: string): number | undefined {
  let rest = word;
  for (let index = start; index < plain.length; index += 1) {
    const character = plain[index]!;
    if (!rest.startsWith(character)) return undefined;
    rest = rest.slice(character.length);
    if (rest === "") return index + 1;
  }
  return undefined;
}

function isStartOfWord(plain: readonly string[], index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(plain[index - 1]!);
}
