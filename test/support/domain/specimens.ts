/** A collection with one field of every kind and every limit, to test fields. */
import assert from "node:assert/strict";
import { collection } from "../../../engine/declare/declare.ts";
import {
  anyObject,
  boolean,
  date,
  decimal,
  duration,
  instant,
  integer,
  list,
  longText,
  object,
  oneOf,
  text,
} from "../../../engine/declare/fields.ts";
import { type Body, faultsOf, type HttpResponse, type Served, serveForFile } from "../http/serve.ts";
import { secondDomain } from "./second-domain.ts";

/** The collection, at `/api/specimens`. */
export const specimens = collection("specimens", {
  one: "specimen",
  about: "One value of every kind.",
  fields: {
    line: text(),
    label: text().upTo(5),
    story: longText(),
    colour: oneOf("red", "green"),
    whole: integer(),
    small: integer().atLeast(-2).atMost(2),
    number: decimal(),
    positive: decimal().above(0),
    share: decimal().atLeast(0).below(1),
    sure: boolean(),
    day: date(),
    moment: instant(),
    span: duration(),
    words: list(text()),
    few: list(integer()).upTo(2),
    mixture: list(object({ gas: text().required(), fraction: decimal().atLeast(0).atMost(1).required() }))
      .uniqueBy("gas")
      .sumAtMost("fraction", 1.005),
    place: object({ name: text().required(), floor: integer() }),
    anything: anyObject(64),
  },
});

/** A service with the collection. */
export interface SpecimenService {
  readonly served: Served;
  /** Writes one field of a new specimen, as JSON text that JavaScript might not be able to produce. */
  writeField(field: string, json: string): Promise<HttpResponse>;
  /** Asserts that a value is accepted, and returns it as read again. */
  assertAccepted(field: string, value: unknown): Promise<Body>;
  /** Asserts that a value is refused, with these faults below the field and no others. */
  assertRefused(field: string, json: string, status: number, ...faults: [below: string, code: string][]): Promise<void>;
}

/** Serves the second domain with the specimens, for the tests of the file. */
export async function serveSpecimens(): Promise<SpecimenService> {
  const served = await serveForFile([...secondDomain, specimens]);
  const writeField: SpecimenService["writeField"] = (field, json) =>
    served.post("/api/specimens", `{"${field}":${json}}`);
  return {
    served,
    writeField,
    assertAccepted: async (field, value) => {
      const json = JSON.stringify(value);
      const written = await writeField(field, json);
      assert.equal(written.status, 201, `${field} ${json.slice(0, 100)}: ${written.text}`);
      const read = await served.get(written.headers.get("location")!);
      assert.deepEqual(read.body, written.body);
      return read.body[field];
    },
    assertRefused: async (field, json, status, ...faults) => {
      const answer = await writeField(field, json);
      assert.equal(answer.status, status, `${field} ${json.slice(0, 100)}: ${answer.text}`);
      const expected = faults.map(([below, code]) => [`/${field}${below}`, code]);
      assert.deepEqual(faultsOf(answer), expected, `${field} ${json.slice(0, 100)}`);
    },
  };
}
