/**
 * Compares two versions of an OpenAPI document (§9): what the new one takes away or narrows. Requests may be accepted more
 * widely, and responses may have more fields, links, headers and forms; nothing else may change.
 */
import fc from "fast-check";
import { METHODS, type Part, resolveRef } from "./openapi-conformance.ts";
import { keywordChanges } from "./openapi-keywords.ts";
import { mergedSchema } from "./openapi-schemas.ts";

/** Whether a schema describes what clients send or what they receive. */
type Direction = "request" | "response";

/** One comparison: both documents, to resolve references in, and the pairs of schemas that are being compared. */
interface Comparison {
  readonly before: Part;
  readonly after: Part;
  readonly running: Set<string>;
}

/** What the new document takes away or narrows, one sentence each that begins with its place; empty if clients keep working. */
export function breakingChanges(before: Part, after: Part): string[] {
  const comparison: Comparison = { before, after, running: new Set() };
  return Object.entries<Part>(before.paths).flatMap(([path, item]) => {
    const other = after.paths[path];
    if (!other) return [`${path} is gone`];
    const operations = METHODS.filter((method) => item[method]).flatMap((method) => {
      const place = `${method.toUpperCase()} ${path}`;
      if (!other[method]) return [`${place} is gone`];
      return operationChanges(comparison, [item, item[method]], [other, other[method]]).map(
        (change) => `${place}: ${change}`,
      );
    });
    return [...keywordChanges(item, other, path), ...operations];
  });
}

function operationChanges(comparison: Comparison, [item, one]: Part[], [otherItem, other]: Part[]): string[] {
  return [
    ...(one.operationId === other.operationId ? [] : [`operationId ${one.operationId} is gone`]),
    ...parameterChanges(comparison, [item, one], [otherItem, other]),
    ...bodyChanges(comparison, one.requestBody, other.requestBody),
    ...responseChanges(comparison, one.responses, other.responses),
    ...accessChanges([comparison.before, one], [comparison.after, other]),
  ];
}

function parametersOf(document: Part, parts: readonly Part[]): Map<string, Part> {
  const all = parts.flatMap(({ parameters = [] }) => parameters.map((each: Part) => resolveRef(document, each).part));
  return new Map(all.map((parameter: Part) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
}

function parameterChanges(comparison: Comparison, one: readonly Part[], other: readonly Part[]): string[] {
  const known = parametersOf(comparison.before, one);
  const present = parametersOf(comparison.after, other);
  const added = [...present].filter(([key, { required }]) => required && !known.get(key)?.required);
  return [
    ...added.map(([key]) => `the ${key} is required`),
    ...[...known].flatMap(([key, parameter]) => {
      const counterpart = present.get(key);
      if (!counterpart) return [`the ${key} is gone`];
      return [
        ...keywordChanges(parameter, counterpart, `the ${key}`),
        ...schemaChanges(comparison, parameter.schema, counterpart.schema, "request", `the ${key}`),
      ];
    }),
  ];
}

function bodyChanges(comparison: Comparison, one: Part, other: Part): string[] {
  if (!one) return other?.required ? ["a body is required"] : [];
  if (!other) return ["the body is gone"];
  return [
    ...(other.required && !one.required ? ["the body is required"] : []),
    ...contentChanges(comparison, one.content, other.content, "request", "body"),
  ];
}

function contentChanges(comparison: Comparison, one: Part, other: Part, direction: Direction, place: string): string[] {
  return Object.entries<Part>(one ?? {}).flatMap(([type, { schema }]) => {
    const counterpart = other?.[type];
    if (!counterpart) return [`${place}: the media type ${type} is gone`];
    return schemaChanges(comparison, schema, counterpart.schema, direction, place);
  });
}

/** Problems may be others in a new version: clients know them by their class. */
function responseChanges(comparison: Comparison, one: Part, other: Part): string[] {
  const successful = Object.keys(one).filter((status) => /^[23]/.test(status));
  return successful.flatMap((status) => {
    if (!other[status]) return [`the response ${status} is gone`];
    const { part: response } = resolveRef(comparison.before, one[status]);
    const { part: counterpart } = resolveRef(comparison.after, other[status]);
    return [
      ...Object.entries<Part>(response.headers ?? {}).flatMap(([name, header]) => {
        const found = counterpart.headers?.[name];
        if (!found) return [`${status}: the header ${name} is gone`];
        const wasRequired = resolveRef(comparison.before, header).part.required;
        const isRequired = resolveRef(comparison.after, found).part.required;
        return wasRequired && !isRequired ? [`${status}: the header ${name} may be absent`] : [];
      }),
      ...contentChanges(comparison, response.content, counterpart.content, "response", `${status}`),
    ];
  });
}

/** Who was allowed must still be. */
function accessChanges([document, one]: readonly Part[], [other, changed]: readonly Part[]): string[] {
  const isPublic = (security: readonly Part[]) =>
    security.length === 0 || security.some((each) => Object.keys(each).length === 0);
  const needsCredential = isPublic(one.security ?? document.security) && !isPublic(changed.security ?? other.security);
  const scopes: readonly string[] = one["x-scopes"] ?? [];
  const needed: readonly string[] = changed["x-scopes"] ?? [];
  return [
    ...(needsCredential ? ["a credential is required"] : []),
    ...(needed.every((scope) => scopes.includes(scope)) ? [] : [`the scopes ${scopes} are not enough`]),
  ];
}

function schemaChanges(comparison: Comparison, one: Part, other: Part, direction: Direction, place: string): string[] {
  const pair = one.$ref && other.$ref ? `${direction} ${one.$ref} ${other.$ref}` : undefined;
  if (pair !== undefined && comparison.running.has(pair)) return [];
  if (pair !== undefined) comparison.running.add(pair);
  const [before, after] = [mergedSchema(comparison.before, one), mergedSchema(comparison.after, other)];
  const changes =
    formsOf(before) && !formsOf(after)
      ? formsOf(before)!.flatMap((form) =>
          schemaChanges(comparison, withKeywordsBeside(before, form), other, direction, place),
        )
      : [
          ...keywordChanges(before, after, place),
          ...alternativeChanges(comparison, before, after, direction, place),
          ...valueChanges(before, after, direction, place),
          ...objectChanges(comparison, before, after, direction, place),
          ...elementChanges(comparison, before, after, direction, place),
        ];
  if (pair !== undefined) comparison.running.delete(pair);
  return changes;
}

function elementChanges(
  comparison: Comparison,
  { items: before }: Part,
  { items: after }: Part,
  direction: Direction,
  place: string,
): string[] {
  if (before && after) return schemaChanges(comparison, before, after, direction, `${place}[]`);
  return before && direction === "response" ? [`${place}: the elements are not described`] : [];
}

/** The forms that a value may have. Each must still exist; new ones may be added. */
function alternativeChanges(
  comparison: Comparison,
  before: Part,
  after: Part,
  direction: Direction,
  place: string,
): string[] {
  const [forms, others] = [formsOf(before), formsOf(after)];
  if (!others) return [];
  // A schema with forms beside other keywords is compared by those too.
  return (forms ?? [before]).flatMap((form) => {
    const candidates = others.map((each) => schemaChanges(comparison, form, each, direction, place));
    return candidates.reduce((best, each) => (each.length < best.length ? each : best));
  });
}

const formsOf = (schema: Part): Part[] | undefined => schema.oneOf ?? schema.anyOf;

/** A form with the keywords beside the forms. */
function withKeywordsBeside({ oneOf: _, anyOf: __, ...beside }: Part, form: Part): Part {
  if (form.$ref) return Object.keys(beside).length === 0 ? form : { ...beside, allOf: [form] };
  return { ...beside, ...form, ...(beside.items && form.items ? { items: { ...beside.items, ...form.items } } : {}) };
}

const typesOf = ({ type }: Part): string[] | undefined => (type === undefined ? undefined : [type].flat());
const wordsOf = (schema: Part): unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

/** The faults of types, allowed values, limits and defaults. */
function valueChanges(before: Part, after: Part, direction: Direction, place: string): string[] {
  // The forms are compared instead.
  if ((before.oneOf ?? before.anyOf) === undefined && (after.oneOf ?? after.anyOf) !== undefined) return [];
  return [
    ...typeChanges(before, after, direction, place),
    ...wordChanges(before, after, direction, place),
    ...(direction === "request" ? limitChanges(before, after, place) : []),
    ...formatChanges(before, after, direction, place),
  ];
}

function typeChanges(before: Part, after: Part, direction: Direction, place: string): string[] {
  const [types, others] = [typesOf(before), typesOf(after)];
  const isAccepted = (type: string, accepted: readonly string[] | undefined) =>
    accepted === undefined || accepted.includes(type) || (type === "integer" && accepted.includes("number"));
  if (direction === "request") {
    if (types === undefined) return others === undefined ? [] : [`${place} must be ${others}`];
    return types.filter((type) => !isAccepted(type, others)).map((type) => `${place} may not be ${type} any more`);
  }
  if (others === undefined) return types === undefined ? [] : [`${place} may have any type`];
  return others.filter((type) => !isAccepted(type, types)).map((type) => `${place} may be ${type}`);
}

function wordChanges(before: Part, after: Part, direction: Direction, place: string): string[] {
  const [words, others] = [wordsOf(before), wordsOf(after)];
  if (others === undefined) return [];
  if (words === undefined) return direction === "request" ? [`${place} must be one of ${others}`] : [];
  return words
    .filter((word) => word !== null && !others.includes(word))
    .map((word) => `${place}: the value ${word} is gone`);
}

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

function limitChanges(before: Part, after: Part, place: string): string[] {
  const raised = LOWER.filter((limit) => after[limit] > (before[limit] ?? Number.NEGATIVE_INFINITY));
  const lowered = UPPER.filter((limit) => after[limit] < (before[limit] ?? Number.POSITIVE_INFINITY));
  return [
    ...[...raised, ...lowered].map((limit) => `${place}: ${limit} is ${after[limit]}, was ${before[limit]}`),
    ...(after.uniqueItems && !before.uniqueItems ? [`${place} must be unique`] : []),
    ...(before.default !== undefined && JSON.stringify(before.default) !== JSON.stringify(after.default)
      ? [`${place}: the default is ${JSON.stringify(after.default)}, was ${JSON.stringify(before.default)}`]
      : []),
    ...patternChanges(before.pattern, after.pattern, place),
  ];
}

/** Names in a pattern: `^(?:id|name)(?::(?:asc|desc))?$` has two choices of two. */
const NAMES = /\(\?:([a-z0-9_|]+)\)/g;

/** Texts that a pattern accepts, of every form that it has. */
function textsOf(pattern: string): string[] {
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 500, seed: 1961 });
}

/** A pattern may be left out, or accept more. */
function patternChanges(before: string | undefined, after: string | undefined, place: string): string[] {
  if (after === undefined || after === before) return [];
  if (before?.replace(NAMES, "()") === after.replace(NAMES, "()")) {
    const [choices, others] = [before, after].map((pattern) =>
      [...pattern.matchAll(NAMES)].map(([, each]) => each!.split("|")),
    );
    return choices!.flatMap((names, at) =>
      names.filter((name) => !others![at]!.includes(name)).map((name) => `${place}: the value ${name} is gone`),
    );
  }
  const accepts = new RegExp(after);
  const isWider = before !== undefined && textsOf(before).every((text) => accepts.test(text));
  return isWider ? [] : [`${place}: the pattern is ${after}, was ${before}`];
}

function formatChanges(before: Part, after: Part, direction: Direction, place: string): string[] {
  const [promised, found] = direction === "request" ? [after.format, before.format] : [before.format, after.format];
  return promised === undefined || promised === found
    ? []
    : [`${place}: the format is ${after.format}, was ${before.format}`];
}

function objectChanges(
  comparison: Comparison,
  before: Part,
  after: Part,
  direction: Direction,
  place: string,
): string[] {
  if (before.oneOf === undefined && before.anyOf === undefined && (after.oneOf ?? after.anyOf)) return [];
  const [required, others]: string[][] = [before.required ?? [], after.required ?? []];
  const changes = Object.entries<Part>(before.properties ?? {}).flatMap(([name, schema]) => {
    const counterpart = after.properties?.[name];
    const at = `${place}.${name}`;
    // A request can only repeat what was read.
    if (direction === "request" && schema.readOnly && counterpart?.readOnly) return [];
    return counterpart ? schemaChanges(comparison, schema, counterpart, direction, at) : [`${at} is gone`];
  });
  const obligations =
    direction === "request"
      ? others!.filter((name) => !required!.includes(name)).map((name) => `${place}.${name} is required`)
      : required!
          .filter((name) => !others!.includes(name) && after.properties?.[name])
          .map((name) => `${place}.${name} may be absent`);
  const isClosed =
    direction === "request" && before.additionalProperties !== false && after.additionalProperties === false;
  return [...changes, ...obligations, ...(isClosed && before.type ? [`${place} accepts no other fields`] : [])];
}
