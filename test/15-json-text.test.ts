/** Proves that the JSON text of a record equals the JSON of its representation, whatever it holds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { ID, type Json } from "../engine/declare/values.ts";
import type { Kind } from "../engine/kinds/kinds.ts";
import { catalog } from "../engine/resource/catalog.ts";
import {
  fullProjection,
  jsonText,
  type Projection,
  projectionOf,
  represent,
  summaryProjection,
} from "../engine/resource/representation.ts";
import type { Property, View } from "../engine/resource/resource.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";

const id = fc.stringMatching(ID);
const anything = fc.jsonValue() as fc.Arbitrary<Json>;
const VALUES: Record<Kind, fc.Arbitrary<Json>> = {
  id,
  reference: id,
  serial: fc.constant("0000000000000042"),
  text: fc.string({ unit: "binary" }),
  enum: fc.constantFrom("planned", "active", "completed"),
  integer: fc.maxSafeInteger(),
  decimal: fc.double({ noNaN: true, noDefaultInfinity: true }),
  duration: fc.constant("P8DT3H18M35S"),
  boolean: fc.boolean(),
  date: fc.constant("2026-02-28"),
  instant: fc.constant("2026-02-28T23:59:59.999Z"),
  timestamp: fc.constant("2026-02-28T23:59:59.999Z"),
  array: fc.array(anything),
  key: fc.constant("\nscheme:value\n"),
  object: fc.dictionary(fc.string(), anything),
};

/** A list of texts has texts. A hidden list has the form that its own code gives it, or is missing. */
const valuesOfKind = ({ kind, hidden, schema }: Property["spec"]): fc.Arbitrary<Json> => {
  if (hidden && kind === "array") return fc.constant(null);
  return (schema.items as { type?: unknown } | undefined)?.type === "string" ? fc.array(fc.string()) : VALUES[kind];
};

/** Random values of what a projection reads; null wherever a value may be missing. */
function randomReads({ needed }: Projection): fc.Arbitrary<Record<string, Json>> {
  const valuesOf = ({ name, spec }: Property) =>
    name === "id" ? id : spec.computed ? valuesOfKind(spec) : fc.option(valuesOfKind(spec), { freq: 4, nil: null });
  return fc.record(Object.fromEntries(needed.map((property) => [property.name, valuesOf(property)])), {
    noNullPrototype: true,
  });
}

const shapesOf = (view: View) => [fullProjection(view), summaryProjection(view), projectionOf(view, [], view.links)];
const views = [...buildCatalog(domain).views, ...catalog(secondDomain).views];

for (const view of new Set(views)) {
  test(`§2.1: ${view.role} ${view.path}: the JSON text of a record equals its representation`, () => {
    for (const shape of shapesOf(view)) {
      fc.assert(
        fc.property(randomReads(shape), (read) => {
          assert.equal(jsonText(shape, read), JSON.stringify(represent(shape, read)));
        }),
        { numRuns: 50 },
      );
    }
  });
}
