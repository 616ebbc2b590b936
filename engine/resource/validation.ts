/** Validates bodies and values against their schemas, and reports all faults at once. */

import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CurrentEnum } from "../declare/field-spec.ts";
import type { Schema } from "../declare/schema.ts";
import { isCleanJson, isCleanText, isDate, isId, isUrl, normalizeInstant } from "../declare/values.ts";
import { secondsOf } from "../kinds/duration.ts";
import { type Fault, MAX_FAULTS } from "../problem.ts";
import { memoize } from "../runtime/memoize.ts";
import { toFault } from "./messages.ts";
import type { Resource } from "./resource.ts";
import { bodySchema, type WriteAction } from "./schemas.ts";

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  // Refuses Infinity, as which JSON.parse reads 1e400.
  strictNumbers: true,
  messages: false,
  inlineRefs: false,
  // The builders of fields write the schemas; to check them costs a tenth of the time to start.
  validateSchema: false,
});
ajv.addFormat("id", isId);
ajv.addFormat("date", isDate);
ajv.addFormat("uri", isUrl);
ajv.addFormat("duration", (text: string) => secondsOf(text) !== undefined);
ajv.addFormat("date-time", (text: string) => normalizeInstant(text) !== undefined);
ajv.addKeyword({
  keyword: "cleanText",
  type: "string",
  errors: false,
  validate: (_: true, text: string) => isCleanText(text),
});
ajv.addKeyword({
  keyword: "cleanJson",
  type: "object",
  errors: false,
  validate: (bytes: number, value: object) => isCleanJson(value) && Buffer.byteLength(JSON.stringify(value)) <= bytes,
});
ajv.addKeyword({
  keyword: "uniqueBy",
  type: "array",
  errors: false,
  validate: (key: string, items: Record<string, unknown>[]) =>
    new Set(items.map((item) => item?.[key])).size === items.length,
});
ajv.addKeyword({
  keyword: "sumAtMost",
  type: "array",
  errors: false,
  validate: ({ key, total }: { key: string; total: number }, items: Record<string, unknown>[]) =>
    // The binary sum of decimal fractions may exceed their decimal sum a little.
    items.reduce((sum, item) => sum + (Number(item?.[key]) || 0), 0) <= total + 1e-9,
});

ajv.addKeyword({
  keyword: "currentEnum",
  type: "string",
  errors: false,
  validate: ({ values }: CurrentEnum, text: string) => values.includes(text),
});

const validators = memoize((resource: Resource) => ({
  create: ajv.compile(bodySchema(resource, "create")),
  replace: ajv.compile(bodySchema(resource, "replace")),
  patch: ajv.compile(bodySchema(resource, "patch")),
}));

/**
 * The faults of a body by itself, at most `MAX_FAULTS`.
 * @param pointer JSON Pointer of the record within the request: empty, or `/17` in an array
 */
export function faultsInBody(resource: Resource, action: WriteAction, body: unknown, pointer = ""): Fault[] {
  const validate = validators(resource)[action];
  return validate(body) ? [] : toFaults(validate.errors ?? [], pointer);
}

const valueValidators = memoize((schema: Schema) => ajv.compile(schema));

/** The faults of one field's value. */
export function faultsInValue(schema: Schema, value: unknown, pointer: string): Fault[] {
  const validate = valueValidators(schema);
  return validate(value) ? [] : toFaults(validate.errors ?? [], pointer);
}

function toFaults(errors: readonly ErrorObject[], pointer: string): Fault[] {
  // A value of the wrong type violates its other keywords too; one fault is enough.
  const wrongType = new Set(errors.filter((error) => error.keyword === "type").map((error) => error.instancePath));
  return errors
    .filter((error) => error.keyword === "type" || !wrongType.has(error.instancePath))
    .slice(0, MAX_FAULTS)
    .map((error) => toFault(error, pointer));
}
