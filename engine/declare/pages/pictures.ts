/**
 * Pictures that a page may draw of a list, as data: which field plays which part. The kinds are general; what they show is up
 * to the declaration.
 */

import type { Kind } from "../../kinds/kinds.ts";
import type { FieldSpec } from "../field-spec.ts";

/** What a picture shows: part → the name of a field, or of several. */
export interface Picture {
  readonly kind: "timeline" | "presence" | "scale" | "series";
  readonly parts: Readonly<Record<string, string | readonly string[]>>;
  /** The id of a record with which the others are compared. */
  readonly compare?: string;
  /** What pages call it. */
  readonly title?: string;
  /** Of a presence: what pages say of days in a row. */
  readonly run?: RunWords;
}

/** What follows a number of days in a row with any member present, of one day and of more. */
export type RunWords = readonly [one: string, more: string];

/** What any picture may have besides its parts. */
export interface Titled {
  /** What pages call it: `Missions over time`. By default it is called after its list and kind. */
  readonly title?: string;
}

/** The fields of a timeline: bars from one time to another. */
export interface TimelineParts extends Titled {
  readonly from: string;
  readonly to?: string;
  /** How much of `from` is known. */
  readonly precision?: string;
  readonly colour?: string;
  /** The fields by which bars can be grouped into lanes. */
  readonly lanes?: readonly string[];
}

/** The fields of a presence: which members of a membership took part at which time. */
export interface PresenceParts extends Titled {
  /** Fields of the owner. */
  readonly from: string;
  readonly to?: string;
  readonly precision?: string;
  /** Fields of the entry: when the member joined, if later than `from`, and left, if on another day than `to`. */
  readonly joined?: string;
  readonly left?: string;
  /** A field of the member. */
  readonly colour?: string;
  /** A field of the entry: the role of the member. */
  readonly role?: string;
  /** The headline of the home page, after the number: `["day with a guest", "days in a row with a guest"]`. */
  readonly run?: RunWords;
}

/** The fields of a scale: bodies by their size, and by their distance from another. */
export interface ScaleParts extends Titled {
  readonly radius: string;
  readonly distance?: string;
  /** The field with the id of the record at the center. */
  readonly around?: string;
  readonly colour?: string;
  /** Whether there are rings, and their least and greatest distance from the middle, in the unit of the radius. */
  readonly rings?: string;
  readonly inner?: string;
  readonly outer?: string;
  /** How far in degrees the rings lean, and how far the orbit does: from 90 on it leads backward. */
  readonly tilt?: string;
  readonly inclination?: string;
  /** How far an orbit is from a circle: from 0 on, below 1. */
  readonly eccentricity?: string;
  /** How long a turn around the center takes. */
  readonly period?: string;
  /** The id of the record that all know, with which the others are compared. */
  readonly compare?: string;
}

/** The fields of a series: values over time or over another number. */
export interface SeriesParts extends Titled {
  readonly x: string;
  readonly y: string;
  /** The field with the unit of `y`. */
  readonly unit?: string;
  /** The fields that tell the lines of a chart apart. */
  readonly by?: readonly string[];
  /** The half of each error bar, in the unit of `y`. */
  readonly uncertainty?: string;
  /** The field that selects the mark of each point. */
  readonly mark?: string;
}

/** Declares a timeline of a collection. @example timeline({ from: "built_on", to: "retired_on", colour: "orbit", lanes: ["maker"] }) */
export function timeline(parts: TimelineParts): Picture {
  return picture("timeline", parts);
}

/** Declares a presence. Only a membership has one. @example presence({ from: "launch_date", to: "end_date", role: "role" }) */
export function presence({ run, ...parts }: PresenceParts): Picture {
  return { ...picture("presence", parts), ...(run === undefined ? {} : { run }) };
}

/** Declares a scale of a collection. @example scale({ radius: "mean_radius_km", compare: "earth" }) */
export function scale({ compare, ...parts }: ScaleParts): Picture {
  return { ...picture("scale", parts), ...(compare === undefined ? {} : { compare }) };
}

/** Declares a series of a collection. @example series({ x: "measured_at", y: "thrust_kn", by: ["engine"] }) */
export function series(parts: SeriesParts): Picture {
  return picture("series", parts);
}

function picture(kind: Picture["kind"], { title, ...parts }: Titled): Picture {
  return { kind, parts, ...(title === undefined ? {} : { title }) };
}

/** A declaration as pictures see it: its name, and the kinds of its fields. */
export interface Pictured {
  readonly name: string;
  readonly kinds: ReadonlyMap<string, Kind>;
}

/** The kinds of a declaration's fields, and of the id of its parent. */
export function picturedBy(
  name: string,
  fields: Readonly<Record<string, { readonly spec: FieldSpec }>>,
  parentKey?: string,
): Pictured {
  const kinds = Object.entries(fields).map(([field, { spec }]) => [field, spec.kind] as const);
  return { name, kinds: new Map([...kinds, ...(parentKey === undefined ? [] : [[parentKey, "reference"] as const])]) };
}

type Side = "own" | "owner" | "member";
type Role = { readonly kinds: readonly Kind[]; readonly is: string; readonly side?: Side };

const TIME: Role = { kinds: ["date", "instant", "timestamp"], is: "a date or date-time" };
const NUMBER: Role = { kinds: ["integer", "decimal"], is: "a number" };
const WORD: Role = { kinds: ["enum"], is: "one of some words" };
const CATEGORY: Role = { kinds: ["enum", "text", "boolean", "reference"], is: "a category" };
const TEXT: Role = { kinds: ["text", "enum"], is: "a text" };
const TARGET: Role = { kinds: ["reference"], is: "a reference" };
const YES_OR_NO: Role = { kinds: ["boolean"], is: "true or false" };

const ROLES: Record<Picture["kind"], Readonly<Record<string, Role>>> = {
  timeline: { from: TIME, to: TIME, precision: WORD, colour: CATEGORY, lanes: CATEGORY },
  presence: {
    from: { ...TIME, side: "owner" },
    to: { ...TIME, side: "owner" },
    precision: { ...WORD, side: "owner" },
    joined: TIME,
    left: TIME,
    colour: { ...CATEGORY, side: "member" },
    role: TEXT,
  },
  scale: {
    ...{ radius: NUMBER, distance: NUMBER, around: TARGET, colour: CATEGORY },
    ...{ rings: YES_OR_NO, inner: NUMBER, outer: NUMBER },
    ...{ tilt: NUMBER, inclination: NUMBER, eccentricity: NUMBER, period: NUMBER },
  },
  series: {
    x: { ...TIME, kinds: [...TIME.kinds, ...NUMBER.kinds], is: "a time or a number" },
    y: NUMBER,
    unit: TEXT,
    by: CATEGORY,
    uncertainty: NUMBER,
    mark: CATEGORY,
  },
};

/**
 * The faults of a picture, one sentence each; empty if it can be drawn.
 * @param sides the declaration itself; of a membership, its owner and member too
 */
export function pictureFaults(
  { kind, parts, run }: Picture,
  sides: { readonly own: Pictured; readonly owner?: Pictured; readonly member?: Pictured },
): string[] {
  const { name } = sides.own;
  const isMembership = sides.member !== undefined;
  if (isMembership !== (kind === "presence"))
    return [`${name}: a ${kind} is a picture of ${kind === "presence" ? "a membership" : "a collection"}.`];
  const isSaid = run === undefined || (run.length === 2 && run.every((each) => each?.trim()));
  const runFaults = isSaid ? [] : [`${name}: the run of the presence is not two texts, of one day and of more.`];
  const partFaults = Object.entries(parts).flatMap(([part, named]) => {
    const role = ROLES[kind][part];
    if (!role) return [`${name}: a ${kind} has no ${part}. Allowed: ${Object.keys(ROLES[kind]).join(", ")}.`];
    const side = sides[role.side ?? "own"]!;
    return [named].flat().flatMap((field) => {
      const found = side.kinds.get(field);
      if (found === undefined)
        return [`${name}: the part ${part} of the ${kind} is ${field}, which ${side.name} does not have.`];
      return role.kinds.includes(found)
        ? []
        : [`${name}: the part ${part} of the ${kind} is ${field}, which is not ${role.is}.`];
    });
  });
  return [...partFaults, ...runFaults];
}
