/** How many changes turn one word into another: the optimal string alignment distance. */

/** The letters (code points) of a word. */
export function lettersOf(word: string): number[] {
  const letters: number[] = [];
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.codePointAt(at)!;
    letters.push(letter);
    if (letter > 0xffff) at += 1;
  }
  return letters;
}

/**
 * The number of letters that are changed, added or left out, and of adjacent pairs that are swapped.
 * @param most more changes are not counted: the result is then one more
 */
export function countChanges(one: readonly number[], other: readonly number[], most: number): number {
  const tooMany = most + 1;
  if (Math.abs(one.length - other.length) > most) return tooMany;
  // Rows of the usual table: the changes between the first letters of the one and the first letters of the other.
  let beforeLast: number[] = [];
  let last = other.map((_, to) => to);
  last.push(other.length);
  for (let from = 1; from <= one.length; from += 1) {
    const row = new Array<number>(other.length + 1).fill(tooMany);
    row[0] = from;
    let fewest = from;
    // Everything else in the row is more than the most.
    const end = Math.min(other.length, from + most);
    for (let to = Math.max(1, from - most); to <= end; to += 1) {
      const isSame = one[from - 1] === other[to - 1];
      let changes = Math.min(last[to - 1]! + (isSame ? 0 : 1), last[to]! + 1, row[to - 1]! + 1);
      const isSwapped = from > 1 && to > 1 && one[from - 1] === other[to - 2] && one[from - 2] === other[to - 1];
      if (isSwapped) changes = Math.min(changes, beforeLast[to - 2]! + 1);
      row[to] = changes;
      if (changes < fewest) fewest = changes;
    }
    if (fewest > most) return tooMany;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[other.length]!, tooMany);
}
