/** Finds contradictions of the fields of a declaration, with each other and with other declarations. */
import type { Declaration, Parent } from "../../declare/declaration.ts";
import { type CurrentEnum, FIELD_NAME, type FieldSpec, TONES } from "../../declare/field-spec.ts";
import type { Schema } from "../../declare/schema.ts";
import { OPERATORS } from "../../kinds/operators.ts";
import { RESERVED_PARAMETERS } from "../parameters.ts";

/** The pattern of a path segment. */
export const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The fields and columns that the service sets on every record. */
const COMMON_FIELDS = ["id", "created_at", "updated_at", "revision", "n"];
const SUFFIXES = Object.keys(OPERATORS).filter((operator) => operator !== "equals");

interface FieldContext {
  readonly name: string;
  readonly declaration: Declaration;
  readonly all: readonly Declaration[];
}

/** Each fault continues a sentence that begins with the field's name. */
type FieldCheck = (spec: FieldSpec, context: FieldContext) => string[];

const checkFieldName: FieldCheck = (_, { name, declaration }) => nameFaults(name, declaration);

/** What is wrong with the name of a field, or of a parameter. */
function nameFaults(name: string, declaration: Declaration): string[] {
  const ambiguous = SUFFIXES.filter((suffix) => name.endsWith(`_${suffix}`)).flatMap((suffix) => {
    const other = name.slice(0, -suffix.length - 1);
    return other in declaration.fields ? [`could also be the filter ${suffix} on ${other}.`] : [];
  });
  return [
    ...(FIELD_NAME.test(name) ? [] : ["is not lowercase words joined by underscores."]),
    ...(RESERVED_PARAMETERS.includes(name) ? ["has the name of a query parameter."] : []),
    ...(COMMON_FIELDS.includes(name) ? ["is set by the service on every record."] : []),
    ...ambiguous,
  ];
}

const checkSources: FieldCheck = ({ writtenThrough, derivedWith, count }, { declaration, all }) => [
  ...(writtenThrough !== undefined && !isAmong(all, writtenThrough)
    ? [`is written through to ${writtenThrough}, which is not declared.`]
    : []),
  ...(derivedWith !== undefined && !(derivedWith in declaration.fields)
    ? [`is derived with ${derivedWith}, which is not a field.`]
    : []),
  ...(count !== undefined && !countedChildren(declaration, all).includes(count)
    ? [`counts ${count}, which is not a public child of ${declaration.name}.`]
    : []),
];

const checkBulkField: FieldCheck = ({ secret, byAuthor }, { declaration }) => {
  if (declaration.kind !== "collection" || declaration.bulk === undefined) return [];
  return [
    ...(secret ? ["is a secret, but the response to an array (bulk) does not show it."] : []),
    ...(byAuthor ? ["depends on the author, but the records of an array (bulk) have none."] : []),
  ];
};

const checkReference: FieldCheck = ({ reference }, { declaration, all }) =>
  (reference?.to ?? []).flatMap((name) => {
    const target = all.find((each) => each.name === name);
    if (!target) return [`refers to ${name}, which is not declared.`];
    return mayKnow(declaration, target) ? [] : [`refers to ${name}, which is private.`];
  });

const checkListing: FieldCheck = ({ reference }, { declaration, all }) => {
  const { to = [], listedAs, sibling } = reference ?? {};
  if (listedAs === undefined) return [];
  const target = all.find((each) => each.name === to[0]);
  const isPlain = declaration.kind === "collection" && to.length === 1 && !sibling && target?.of === undefined;
  const isPublic = [declaration, target].every((each) => each?.kind !== "collection" || each.private === undefined);
  return [
    ...(NAME.test(listedAs) ? [] : [`is listed as ${listedAs}, which is not lowercase words joined by hyphens.`]),
    ...(isPlain && isPublic
      ? []
      : [
          "is listed below its target, which only a reference of a public collection to one collection at the top can be.",
        ]),
  ];
};

const checkElementKey: FieldCheck = ({ elementKey, schema }, { declaration, all }) => {
  if (elementKey === undefined) return [];
  const { parameter, members, to, unique, fieldsIn } = elementKey;
  const { properties = {}, required = [] } = (schema.items ?? {}) as { properties?: object; required?: string[] };
  const target = all.find((each) => each.name === to);
  const isTop = target?.kind === "collection" && target.of === undefined;
  return [
    ...members
      .filter((member) => !required.includes(member))
      .map((member) => `has keys of ${member}, which is not a required member of its elements.`),
    ...(fieldsIn !== undefined && !(fieldsIn in properties)
      ? [`has names of fields in ${fieldsIn}, which is not a member of its elements.`]
      : []),
    ...(parameter in declaration.fields ? [`is filtered by ${parameter}, which is a field.`] : []),
    ...nameFaults(parameter, declaration).map((fault) => `is filtered by ${parameter}, which ${fault}`),
    ...(to !== undefined && !isTop ? [`refers to ${to}, which is not a declared collection at the top.`] : []),
    ...(isTop && !mayKnow(declaration, target) ? [`refers to ${to}, which is private.`] : []),
    ...(unique && declaration.kind === "collection" && declaration.bulk !== undefined
      ? ["has unique keys, which arrays of records (bulk) cannot have."]
      : []),
  ];
};

const checkPrecision: FieldCheck = ({ precision }, { declaration }) =>
  precision === undefined || fieldsOf(declaration).get(precision)?.kind === "enum"
    ? []
    : [`has its precision in ${precision}, which is not a field with one of some words.`];

const checkTransitions: FieldCheck = ({ transitions = {} }) =>
  [...new Set(Object.values(transitions).flat())]
    .filter((state) => !(state in transitions))
    .map((state) => `leads to ${state}, which is not a state.`);

const checkTones: FieldCheck = ({ tones, schema }) => {
  if (tones === undefined) return [];
  const words = schema.enum as readonly string[];
  return [
    ...words.filter((word) => !Object.hasOwn(tones, word)).map((word) => `has no tone for ${word}.`),
    ...Object.entries(tones).flatMap(([word, tone]) => [
      ...(words.includes(word) ? [] : [`has a tone for ${word}, which is not one of its words.`]),
      ...(TONES.includes(tone) ? [] : [`has the tone ${tone} for ${word}. Allowed: ${TONES.join(", ")}.`]),
    ]),
  ];
};

const checkHues: FieldCheck = ({ hues = {}, schema }) => {
  const words = schema.enum as readonly string[] | undefined;
  return Object.keys(hues)
    .filter((word) => words && !words.includes(word))
    .map((word) => `has a hue for ${word}, which is not one of its words.`);
};

const FIELD_CHECKS: readonly FieldCheck[] = [
  checkFieldName,
  checkSources,
  checkBulkField,
  checkReference,
  checkListing,
  checkElementKey,
  checkPrecision,
  checkTransitions,
  checkTones,
  checkHues,
];

/** One sentence per contradiction. */
export function checkFields(declaration: Declaration, all: readonly Declaration[]): string[] {
  return [...fieldsOf(declaration)].flatMap(([name, spec]) =>
    FIELD_CHECKS.flatMap((check) => check(spec, { name, declaration, all })).map(
      (fault) => `${declaration.name}.${name} ${fault}`,
    ),
  );
}

/** The specs of a declaration's fields, by name. */
export function fieldsOf({ fields }: Pick<Declaration, "fields">): Map<string, FieldSpec> {
  const specs = Object.entries<{ spec: FieldSpec }>(fields).map(([name, { spec }]) => [name, spec] as const);
  const named = specs.filter(
    ([, { presence, hidden, elementKey }]) => presence !== "derived" && !hidden && !elementKey,
  );
  const names = named.map(([name]) => name);
  return new Map(specs.map(([name, spec]) => [name, withFieldNames(spec, names)]));
}

/** A field whose elements may name these fields. */
function withFieldNames(spec: FieldSpec, values: readonly string[]): FieldSpec {
  const { fieldsIn } = spec.elementKey ?? {};
  const items = spec.schema.items as { readonly properties: Readonly<Record<string, Schema>> };
  const member = fieldsIn === undefined ? undefined : items.properties[fieldsIn];
  if (!member) return spec;
  const currentEnum: CurrentEnum = { values, message: `Allowed: ${values.join(", ")}.`, isImplied: true };
  const named = { ...member, items: { type: "string", currentEnum } };
  const properties = { ...items.properties, [fieldsIn!]: named };
  return { ...spec, schema: { ...spec.schema, items: { ...items, properties } } };
}

/** Whether a declaration has this name. */
export function isAmong(declarations: readonly Declaration[], name: string): boolean {
  return declarations.some((each) => each.name === name);
}

/** Whether readers of one declaration's records may know of the other's. */
export function mayKnow(one: Parent, other: Parent): boolean {
  const required = privacyOf(other);
  return required === undefined || required === privacyOf(one);
}

/** The name of the scopes under which a declaration is private. */
function privacyOf(declaration: Parent): string | undefined {
  return declaration.private ?? (declaration.of && privacyOf(declaration.of));
}

/** The names of the declarations whose records can be counted on records of `parent`. */
function countedChildren(parent: Declaration, all: readonly Declaration[]): string[] {
  const isCounted = (child: Declaration): boolean => {
    if (child.kind === "membership") return [child.of.name, child.member.name].includes(parent.name);
    if (child.kind === "collection" && child.of?.name === parent.name) return !child.private;
    const references = [...fieldsOf(child).values()].flatMap(({ reference }) => reference ?? []);
    return mayKnow(parent, child) && references.some(({ counted, to }) => counted && to.includes(parent.name));
  };
  return all.filter(isCounted).map((child) => child.name);
}
