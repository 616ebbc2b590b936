/** Random products of the second domain, with fields of almost every kind, and random queries on them. */
import fc from "fast-check";
import type { FieldKinds } from "./query-oracle.ts";
import { DATES, INTEGERS, NUMBERS, optional, randomQueries, TEXTS, TIMES } from "./random-queries.ts";

/** The fields of a product. */
export const PRODUCT_FIELDS: FieldKinds = {
  id: "id",
  name: "text",
  price: "number",
  in_stock: "boolean",
  sold_from: "date",
  seen_at: "date-time",
  rating: "number",
  grade: "enum",
  created_at: "date-time",
  updated_at: "date-time",
};

/** A product as a client sends it. */
export const randomProduct = fc.record({
  name: fc.constantFrom(...TEXTS),
  price: optional(...NUMBERS.filter((number) => number >= 0)),
  in_stock: optional(true, false),
  sold_from: optional(...DATES),
  seen_at: optional(...TIMES),
  rating: optional(...INTEGERS),
  grade: optional("gold", "silver", "bronze"),
});

/** A query on products. */
export const productQueries = randomQueries(PRODUCT_FIELDS, {
  id: ["r1", "R12", "29", "7"],
  price: [...NUMBERS, 0.5, 4].map(String),
  rating: INTEGERS.map(String),
  grade: ["gold", "silver", "bronze"],
});
