/** Random products of the second domain, which have a field of nearly every kind, and random questions about them. */
import fc from "fast-check";
import type { Kinds } from "./query-oracle.ts";
import { DATES, INTEGERS, maybe, NUMBERS, questions, TEXTS, TIMES } from "./questions.ts";

export const PRODUCTS: Kinds = {
  id: "text",
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

export const product = fc.record({
  name: fc.constantFrom(...TEXTS),
  price: maybe(...NUMBERS.filter((number) => number >= 0)),
  in_stock: maybe(true, false),
  sold_from: maybe(...DATES),
  seen_at: maybe(...TIMES),
  rating: maybe(...INTEGERS),
  grade: maybe("gold", "silver", "bronze"),
});

export const aboutProducts = questions(PRODUCTS, {
  id: ["r1", "R12", "29", "7"],
  price: [...NUMBERS, 0.5, 4].map(String),
  rating: INTEGERS.map(String),
  grade: ["gold", "silver", "bronze"],
});
