/** What is said of unknown names in queries: which may have been meant, and which there are. */
import { OPERATORS } from "../kinds/operators.ts";
import { formatList } from "../problem.ts";
import { allowedNames, didYouMean, findSimilar } from "../resource/messages.ts";
import { operatorsOf, parameterName, RESERVED_PARAMETERS } from "../resource/parameters.ts";
import type { Property } from "../resource/resource.ts";

/** The names that are known at a place in a path. */
export interface Choices {
  /** The path before the place; empty, or ending with a dot. */
  readonly before: string;
  /** The parameters of the list that are no filters; none after a dot. */
  readonly others: readonly string[];
  readonly properties: readonly Property[];
  /** The names of filter parameters. */
  readonly parameters: readonly string[];
  /** What may stand before a dot. */
  readonly relations: readonly string[];
  /** A relation to records that take a filter parameter; undefined if there is none. */
  readonly relationWith: (parameter: string) => string | undefined;
}

/** Negations that do not exist. */
const NEGATIONS = Object.keys(OPERATORS).map((operator) => `not_${operator}`);

/** How some clients write a repeated parameter: `status[]=…&status[]=…`. */
const ARRAY_SUFFIX = /\[\d*\]$/;

/** How to filter by several values, if the parameter has an operator for that. */
export function inHint(name: string, parameters: readonly string[]): string {
  const parameter = parameterName(name, "in");
  return parameters.includes(parameter)
    ? ` To match one of several values, use ${parameter} with a comma-separated list.`
    : "";
}

/** Which parameter may have been meant, or which ones its field has. */
export function parameterHint(name: string, choices: Choices): string {
  const { before, others, properties, parameters, relations } = choices;
  const members = properties
    .filter((property) => property.name.startsWith(`${name}.`))
    .map((each) => before + each.name);
  if (members.length > 0) return ` ${before}${name} is an object; its members are ${formatList(members)}.`;
  if (relations.includes(name)) return ` Related records are filtered by ${before}${name}.<filter>.`;
  if (before === "" && /^any\b/.test(name)) return " Alternatives are any.<n>.<filter>, with n from 1 to 9.";
  const field = properties
    .filter(({ name: property, filterable }) => filterable && name.startsWith(`${property}_`))
    .sort((one, other) => other.name.length - one.name.length)[0];
  const allowed = field && operatorsOf(field).map((operator) => before + parameterName(field.name, operator));
  // An operator that the field does not have is not a misspelling of another field, nor of the opposite.
  const isOperator = field && [...Object.keys(OPERATORS), ...NEGATIONS].includes(name.slice(field.name.length + 1));
  const suggestion =
    (before === "" && ARRAY_SUFFIX.test(name) ? inHint(name.replace(ARRAY_SUFFIX, ""), parameters) : "") ||
    (isOperator ? "" : didYouMeanPath(name, choices, [...others, ...parameters]));
  const filters = allowed && !suggestion ? ` Allowed for ${before}${field.name}: ${allowed.join(", ")}.` : "";
  // A reserved name is never a misspelling.
  return `${before === "" && RESERVED_PARAMETERS.includes(name) ? "" : suggestion}${filters}`;
}

/** Which field may have been meant, or which ones there are. */
export function fieldHint(name: string, choices: Choices): string {
  const { before, properties, relationWith } = choices;
  const known = properties.filter((property) => operatorsOf(property).includes("equals")).map(({ name }) => name);
  if (before === "" && !name.includes(".") && relationWith(name) === undefined) return allowedNames(name, known);
  return didYouMeanPath(name, choices, known);
}

/** The names of fields, some of which are paths over relations. */
export interface FieldNames {
  readonly own: readonly string[];
  readonly related: readonly string[];
}

/** The names of some properties. */
export function namesOf(properties: Iterable<Property>): FieldNames {
  const [own, related]: [string[], string[]] = [[], []];
  for (const property of properties) (property.related ? related : own).push(property.name);
  return { own, related };
}

/** Which field may have been meant, or which ones there are. */
export function namesHint(name: string, known: FieldNames): string {
  return `${didYouMean(name, [...known.own, ...known.related])} ${allowedFields(known)}`;
}

/** Which fields there are: those of the records themselves, and the relations that lead to others. */
export function allowedFields({ own, related }: FieldNames): string {
  const relations = new Set(related.map((name) => name.slice(0, name.indexOf("."))));
  const others = relations.size > 0 ? `; and, after a dot, the fields of ${[...relations].join(", ")}` : "";
  return `Allowed: ${own.join(", ")}${others}.`;
}

/** A sentence with the path that may have been meant; empty if no known name is similar. */
function didYouMeanPath(name: string, { before, relations, relationWith }: Choices, known: readonly string[]): string {
  const through = relationWith(name);
  if (through !== undefined) return ` Did you mean ${before}${through}.${name}?`;
  const dot = name.indexOf(".");
  const relation = dot < 0 ? undefined : findSimilar(name.slice(0, dot), relations);
  const path = relation === undefined ? undefined : relation + name.slice(dot);
  const paths = known.filter((each) => each.includes("."));
  const similar = findSimilar(name, dot < 0 ? [...known, ...relations] : paths) ?? path ?? findSimilar(name, known);
  if (similar === undefined) return "";
  return ` Did you mean ${before}${similar}${relations.includes(similar) ? ".<filter>" : ""}?`;
}
