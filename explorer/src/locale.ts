/** The locale: the form of numbers and dates. In pages, it is that of the reader; their words are English. */
import { store } from "../../kit/store.ts";

/** The orders of dates: `20 July 1969`, `July 20, 1969`, `1969-07-20`. */
export const DATE_ORDERS = ["day first", "month first", "year first"] as const;

/** The form of numbers and dates. */
export interface Locale {
  /** The language whose separators numbers have. */
  readonly numbers: string;
  readonly dates: (typeof DATE_ORDERS)[number];
}

/** That of what the service draws: documents are the same for all readers. */
const FIXED: Locale = { numbers: "en-GB", dates: "day first" };

/** The locale of all that is written. Pages set it before the first paint. */
export const locale = store(FIXED);

/** Returns the locale of a language. Dates have English words, so the order of other languages would not fit them. */
export function localeOf(language: string): Locale {
  const { language: spoken, baseName } = new Intl.Locale(language);
  const parts = new Intl.DateTimeFormat(baseName, { dateStyle: "long" }).formatToParts();
  const isMonthFirst =
    spoken === "en" && parts.find(({ type }) => type === "month" || type === "day")?.type === "month";
  return { numbers: baseName, dates: isMonthFirst ? "month first" : FIXED.dates };
}

/** Minus signs that ICU writes: some with a mark of direction before them. */
const MINUS = /[\u061C\u200E\u200F]?-/;

/** Returns what writes numbers in the current locale, with the digits 0 to 9. @param own a locale instead of the current one */
export function numberFormat(options: Intl.NumberFormatOptions, own?: Locale): (value: number) => string {
  let made: { readonly numbers: string; readonly format: Intl.NumberFormat } | undefined;
  return (value) => {
    const { numbers } = own ?? locale.get();
    if (made?.numbers !== numbers)
      made = { numbers, format: new Intl.NumberFormat(numbers, { ...options, numberingSystem: "latn" }) };
    return made.format.format(value).replace(MINUS, "−");
  };
}

/** Writes numbers of things where they can be typed, too: `2,400`. */
export const fixedCount = numberFormat({}, FIXED);

const lists = new Intl.ListFormat(FIXED.numbers);
const alternatives = new Intl.ListFormat(FIXED.numbers, { type: "disjunction" });

/** Writes a list: `a, b and c`. */
export function listText(texts: Iterable<string>): string {
  return lists.format(texts);
}

/** Writes alternatives: `a, b or c`. */
export function alternativesText(texts: Iterable<string>): string {
  return alternatives.format(texts);
}
