/** Random texts in many scripts, of few characters each, so that texts share many of their parts. */
import fc, { type Arbitrary } from "fast-check";

/** Characters of one script each, also such that fold to others or to several, or that databases treat apart. */
const ALPHABETS: readonly (readonly string[])[] = [
  ["a", "b", "C", "D", "1", "2"],
  ["é", "Ö", "ß", "ẞ", "ﬃ", "ŉ", "İ", "ı"],
  ["e\u0301", "o\u0308", "n\u0303", "a\u0323\u0302"],
  ["α", "Σ", "ς", "Ω", "ΐ", "ᾳ"],
  ["г", "Ж", "щ", "Ё", "ѳ"],
  ["א", "ש", "בּ", "ם"],
  ["م", "ر", "ك", "ة", "لا", "ً"],
  ["च", "न्", "द्र", "या", "३"],
  ["ก", "ำ", "้", "ไ", "๓"],
  ["神", "舟", "五", "号", "𠮷", "𝟙"],
  ["か", "ぐ", "ヤ", "ﾊﾞ", "ー"],
  ["한", "국", "ᄀ", "ᅡ"],
  ["\u{10400}", "\u{10428}", "\u{1E900}", "\u{118A0}"],
  ["Ა", "ა", "Ꭰ", "ꭰ", "Ա", "և"],
  ['"', "'", "%", "_", "\\", "*", "a"],
  ["\u{1F680}", "\u{1FA90}\u200d", "\u{10FFFF}", "\uFFFF", "\uFFFD", "\u0001", "x"],
];

const word: Arbitrary<string> = fc
  .constantFrom(...ALPHABETS)
  .chain((alphabet) => fc.array(fc.constantFrom(...alphabet), { minLength: 3, maxLength: 6 }))
  .map((characters) => characters.join(""));

/** Texts of one to three words. */
export const scriptTexts: Arbitrary<string> = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(" ", "-", ", ", "").map((separator) => words.join(separator)));

/** Parts of a text, of at least one code point. */
export function partsOf(text: string): Arbitrary<string> {
  const points = Array.from(text);
  return fc
    .tuple(fc.nat(points.length - 1), fc.integer({ min: 1, max: points.length }))
    .map(([from, length]) => points.slice(from, from + length).join(""));
}
