/** The locale of the reader: that of the browser, unless a person chooses another. Other tabs follow when they load. */
import { DATE_ORDERS, locale, localeOf } from "../../locale.ts";
import { deviceChoice } from "../../store.ts";

/** The choices for numbers: languages, by their separators. */
export const NUMBERS = ["browser", "en", "de", "fr"] as const;
/** The choices for dates. */
export const DATES = ["browser", ...DATE_ORDERS] as const;

/** The chosen form of numbers. */
export const numbers = deviceChoice("explorer-numbers", NUMBERS);
/** The chosen form of dates. */
export const dates = deviceChoice("explorer-dates", DATES);

numbers.subscribe(applyLocale);
dates.subscribe(applyLocale);

/** Applies the locale; called before the first paint. */
export function applyLocale(): void {
  const own = localeOf(navigator.language);
  const [number, date] = [numbers.get(), dates.get()];
  locale.set({
    numbers: number === "browser" ? own.numbers : number,
    dates: date === "browser" ? own.dates : date,
  });
}
