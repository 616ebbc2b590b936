/** Random products of the second domain, with fields of almost every kind, and random queries on them. */
import fc from "fast-check";
import type { Json, Values } from "../../../engine/declare/values.ts";
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
  "size.label": "text",
  "size.depth_cm": "number",
  "size.box.layers": "number",
  "size.box.is_full": "boolean",
  "size.box.grade": "enum",
  "size.box.packed_on": "date",
  "size.box.sealed_at": "date-time",
  created_at: "date-time",
  updated_at: "date-time",
};

const GRADES = ["gold", "silver", "bronze"] as const;

/** Some of these members. */
const some = (members: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Values> =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Values>;

const randomSize = some({
  label: optional(...TEXTS),
  depth_cm: optional(...NUMBERS),
  box: fc.option(
    some({
      layers: optional(...INTEGERS),
      is_full: optional(true, false),
      grade: optional(...GRADES),
      packed_on: optional(...DATES),
      sealed_at: optional(...TIMES),
    }),
    { freq: 4 },
  ),
});

/** A product as a client sends it. */
export const randomProduct = fc.record({
  name: fc.constantFrom(...TEXTS),
  price: optional(...NUMBERS.filter((number) => number >= 0)),
  in_stock: optional(true, false),
  sold_from: optional(...DATES),
  seen_at: optional(...TIMES),
  rating: optional(...INTEGERS),
  grade: optional(...GRADES),
  size: fc.option(randomSize, { freq: 4 }),
});

/** A query on products. */
export const productQueries = randomQueries(PRODUCT_FIELDS, {
  id: ["r1", "R12", "29", "7"],
  price: [...NUMBERS, 0.5, 4].map(String),
  rating: INTEGERS.map(String),
  grade: GRADES,
  "size.depth_cm": [...NUMBERS, 0.5, 4].map(String),
  "size.box.layers": INTEGERS.map(String),
  "size.box.grade": GRADES,
});
