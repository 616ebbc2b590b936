/** The measures of a summary: functions of the records in a group. */
import type { Comparison } from "../kinds/kind.ts";
import { comparesAs } from "../kinds/kinds.ts";
import { formatList } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import type { Property, View } from "../resource/resource.ts";
import { allowedFields, namesHint, namesOf } from "./hints.ts";
import { fieldsOf } from "./relations/related-fields.ts";

/** The functions of measures with a field, with the fields that they take. */
export const FUNCTIONS = {
  min: ["number", "duration", "date", "moment"],
  max: ["number", "duration", "date", "moment"],
  sum: ["number", "duration"],
  avg: ["number", "duration"],
} as const satisfies Record<string, readonly Comparison[]>;

/** What the values of a field are called. */
const VALUES = { number: "numbers", duration: "durations", date: "dates", moment: "date-times" };
export type MeasureFunction = keyof typeof FUNCTIONS;

/** The measure that every group has: the number of its records. */
export const COUNT = "count";

/** A function of a field's values in a group. */
export interface Measure {
  readonly function: MeasureFunction;
  readonly property: Property;
}

/** The name of a measure in a group. */
export function measureName({ function: name, property }: Measure): string {
  return memberName(name, property.name);
}

function memberName(name: string, field: string): string {
  return `${field}_${name}`;
}

/** Whether a function takes the values of a property. */
export function isMeasurable(name: MeasureFunction, { filterable, spec }: Property): boolean {
  return filterable && comparesAs(spec.kind, ...FUNCTIONS[name]);
}

/** Adds a fault. */
export type Refuse = (message: string, hint?: () => string) => undefined;

/** Reads `count` or `<function>:<field>`. */
export function readMeasure(view: View, part: string, refuse: Refuse): Measure | typeof COUNT | undefined {
  const [name, field] = splitAtColon(part);
  const properties = fieldsOf(view);
  if (part === COUNT) return COUNT;
  if (name === COUNT) return refuse("count takes no field: it is the number of records in a group.");
  if (!isFunction(name)) {
    if (properties.has(name) && isFunction(field)) return refuse(`The function comes first: write ${field}:${name}.`);
    const known = [COUNT, ...Object.keys(FUNCTIONS)];
    return refuse(unknownName("function", name), () => allowedNames(name, known));
  }
  const known = namesOf([...properties.values()].filter((property) => isMeasurable(name, property)));
  const isTaken = known.own.length + known.related.length > 0;
  const allowed = isTaken ? allowedFields(known) : `This list has no field that ${name} takes.`;
  if (field === undefined) return refuse(`${name} needs a field: ${name}:<field>. ${allowed}`);
  const property = properties.get(field);
  if (!property?.filterable)
    return refuse(unknownName("field", field), () => (isTaken ? namesHint(field, known) : ` ${allowed}`));
  if (isMeasurable(name, property)) return { function: name, property };
  const taken = formatList(FUNCTIONS[name].map((comparison) => VALUES[comparison]));
  return refuse(`${name} takes only ${taken}, which ${field} is not. ${allowed}`);
}

/** The name of a measure as it was given, whether or not it is valid. */
export function givenName(part: string): string {
  const [name, field] = splitAtColon(part);
  return field === undefined ? name : memberName(name, field);
}

function isFunction(name: string | undefined): name is MeasureFunction {
  return name !== undefined && Object.hasOwn(FUNCTIONS, name);
}

/** The texts before and after the first colon. */
export function splitAtColon(part: string): [before: string, after: string | undefined] {
  const colon = part.indexOf(":");
  return colon < 0 ? [part, undefined] : [part.slice(0, colon), part.slice(colon + 1)];
}

/** Says that a name is unknown. */
export function unknownName(what: string, name: string): string {
  return `Unknown ${what} ${JSON.stringify(name)}.`;
}
