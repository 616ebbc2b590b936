/** Random queries on a list, and random values of records; few distinct values, so that many match and are equal. */
import fc from "fast-check";
import { type FieldKinds, type Filter, isOfSeveral, type Kind, type ListQuery } from "./query-oracle.ts";

/** Texts in mixed scripts and cases, with characters that might be special. */
export const TEXTS = [
  "Soyuz",
  "SOYUZ",
  "soyuz 1",
  "Élodie",
  "ÉLODIE",
  "elodie",
  "Straße",
  "STRASSE",
  "straẞe",
  "Οδυσσεύς",
  "ΟΔΥΣΣΕΎΣ",
  "Юрий Гагарин",
  "юрий гагарин",
  "神舟五号",
  "かぐや",
  "100%",
  "100",
  "a_b",
  "axb",
  "a*b\\c",
  'say "hi", then go',
  "it's, well",
  " padded ",
  "\u{1F680} launch",
  "\u{FF5E} wave",
  "\u{10400}deseret",
  "İstanbul",
  "null",
  "true",
] as const;

/** Numbers with fractions, of many sizes. */
export const NUMBERS = [-273.15, -2, -1, 0, 0.1, 1, 1.5, 2, 3, 10, 1e6, 1.898e27] as const;
/** Whole numbers. */
export const INTEGERS = [-10, -1, 0, 1, 2, 3, 7, 1000] as const;
/** Dates, with the ends of a month. */
export const DATES = ["1961-04-12", "1969-07-20", "2000-02-29", "2023-01-01", "2023-01-31", "2024-12-31"] as const;
/** Date-times around one UTC day. */
export const TIMES = [
  "1969-07-20T20:17:40Z",
  "2023-01-01T00:00:00Z",
  "2023-01-01T00:00:00.001Z",
  "2023-01-01T23:59:59.999Z",
  "2023-01-02T01:30:00+02:00",
  "2023-01-02T00:00:00Z",
] as const;

/** The operators of each kind of field; empty for the exact match. */
export const OPERATORS: Record<Kind, readonly string[]> = {
  text: ["", "contains", "starts_with", "ends_with", "in", "not", "not_in", "exists"],
  id: ["", "contains", "starts_with", "ends_with", "in", "not", "not_in", "exists"],
  enum: ["", "in", "not", "not_in", "exists"],
  number: ["", "min", "max", "in", "not", "not_in", "exists"],
  count: ["", "min", "max", "in", "not", "not_in", "exists"],
  boolean: ["", "not", "exists"],
  date: ["", "after", "before", "in", "not", "not_in", "exists"],
  "date-time": ["", "after", "before", "in", "not", "not_in", "exists"],
};

/** A substring, often the whole text, in another case. */
export function pieces(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .record({ text: fc.constantFrom(...texts), from: fc.nat(8), length: fc.nat(8), whole: fc.boolean(), as: fc.nat(2) })
    .map(({ text, from, length, whole, as: casing }) => {
      const piece = whole
        ? text
        : Array.from(text)
            .slice(from, from + length)
            .join("");
      return casing === 0 ? piece : casing === 1 ? piece.toUpperCase() : piece.toLowerCase();
    });
}

function textOf(kind: Kind, texts: readonly string[]): fc.Arbitrary<string> {
  switch (kind) {
    case "text":
    case "id":
      return pieces(texts);
    case "enum":
      return fc
        .tuple(fc.constantFrom(...texts), fc.boolean())
        .map(([word, upper]) => (upper ? word.toUpperCase() : word));
    case "number":
      return fc.constantFrom(...texts);
    case "count":
      return fc.nat(4).map(String);
    case "boolean":
      return fc.constantFrom("true", "false");
    case "date":
      return fc.constantFrom(...DATES);
    case "date-time":
      return fc.constantFrom(...DATES, ...TIMES);
  }
}

function filter(kinds: FieldKinds, values: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<Filter> {
  return fc.constantFrom(...Object.keys(kinds)).chain((field) =>
    fc.constantFrom(...OPERATORS[kinds[field]!]).chain((operator) => {
      const value =
        operator === "exists" ? fc.constantFrom("true", "false") : textOf(kinds[field]!, values[field] ?? TEXTS);
      const maxValues = isOfSeveral(operator) ? 4 : 1;
      return fc.record({
        field: fc.constant(field),
        operator: fc.constant(operator),
        values: fc.array(value, { minLength: 1, maxLength: maxValues }),
        compact: operator === "" ? fc.boolean() : fc.constant(false),
      });
    }),
  );
}

/** One or two pieces of texts, which may lack a word, but are not empty. */
const searches = fc.array(pieces(TEXTS), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(" ") || "o");

/** Mostly one filter, so that records match; a parameter is given once, the compact form may repeat. */
function filters(one: fc.Arbitrary<Filter>): fc.Arbitrary<Filter[]> {
  const selector = ({ field, operator, compact, values: [value] }: Filter) =>
    compact ? `${field}:${value}` : `${field}_${operator}`;
  const exactly = (count: number) => fc.uniqueArray(one, { minLength: count, maxLength: count, selector });
  return fc.oneof(
    { weight: 2, arbitrary: exactly(0) },
    { weight: 6, arbitrary: exactly(1) },
    { weight: 3, arbitrary: exactly(2) },
    { weight: 1, arbitrary: exactly(3) },
  );
}

/**
 * Random queries on a list with these fields.
 * @param values from which texts, enums and numbers of a field are drawn; `TEXTS` by default
 */
export function randomQueries(
  kinds: FieldKinds,
  values: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<ListQuery> {
  const sort = fc.record({ field: fc.constantFrom(...Object.keys(kinds)), descending: fc.boolean() });
  return fc.record({
    filters: filters(filter(kinds, values)),
    search: fc.option(searches, { freq: 4, nil: undefined }),
    sorts: fc.uniqueArray(sort, { maxLength: 3, selector: ({ field }) => field }),
    compactSort: fc.boolean(),
    page: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 60 })),
    limit: fc.constantFrom(1, 3, 5, 20, 100),
  });
}

/** One of the values, or null. */
export function optional<T>(...values: readonly T[]): fc.Arbitrary<T | null> {
  return fc.option(fc.constantFrom(...values), { freq: 4 });
}
