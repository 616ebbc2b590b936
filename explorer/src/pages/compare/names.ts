/** The names of compared records in words. */

/** Joins names as a sentence has them; what all begin with is said once: `Apollo 8, 11 and 13`. */
export function namesText(names: readonly string[]): string {
  const split = names.map((name) => /^(.*\S)\s+(\S*\d\S*)$/.exec(name));
  const [begin] = split.map((parts) => parts?.[1]);
  const ends = split.map((parts) => parts?.[2] ?? "");
  // `Soyuz TM-7 and 11` would be two of the same series, which they are not.
  const isAlike = new Set(ends.map((end) => /^\d/.test(end))).size === 1;
  const isShared = begin !== undefined && isAlike && split.every((parts) => parts?.[1] === begin);
  return names.length > 1 && isShared ? `${begin} ${listed(ends)}` : listed(names);
}

/** Lists words as a sentence has them: `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Says that something is the same in all records. */
export function allOf(count: number): string {
  return ["", "", "both", "all three", "all four"][count] ?? `all ${count}`;
}
