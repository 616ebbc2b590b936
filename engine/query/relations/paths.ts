/** The paths of filters: the relation with which one goes on, and what is said of names that do not exist. */
import type { Fault } from "../../problem.ts";
import { LIST_PARAMETERS, listParametersOf } from "../../resource/parameters.ts";
import type { RelationFilter } from "../filters.ts";
import { type Choices, fieldHint, parameterHint } from "../hints.ts";
import type { Conditions } from "./conditions.ts";
import { MAX_STEPS } from "./followed.ts";
import { findParameter, findRelation, relatedSides } from "./related-records.ts";

/** What follows the name of a relation that must lead to no such record. */
const NONE = "_none";
/** What follows the name of a relation to ask whether it leads to anything. */
const EXISTS = "_exists";

/** A condition as it was given. */
export interface Given {
  readonly parameter: string;
  /** The path of the filter parameter or, in the compact form, of the field. */
  readonly path: string;
  readonly value: string;
  /** Whether it is `filter=<field>:<value>`. */
  readonly isCompact: boolean;
}

/** A relation that a path follows, or of which it asks whether it leads to anything. */
export interface Step {
  readonly relation: string;
  readonly operator: RelationFilter["operator"] | "exists";
  /** The rest of the path. */
  readonly rest: string;
}

/** The relation with which the rest of a path begins; undefined if it begins with none. */
export function findStep(places: readonly Conditions[], path: string, isCompact: boolean): Step | undefined {
  const isKnown = (name: string) => places.some(({ sides }) => findRelation(sides, name));
  const dot = path.indexOf(".");
  if (dot < 0) {
    const relation = path.endsWith(EXISTS) && !isCompact ? path.slice(0, -EXISTS.length) : "";
    return isKnown(relation) ? { relation, operator: "exists", rest: "" } : undefined;
  }
  const [head, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  if (isKnown(head)) return { relation: head, operator: "some", rest };
  const relation = head.endsWith(NONE) ? head.slice(0, -NONE.length) : "";
  return isKnown(relation) ? { relation, operator: "none", rest } : undefined;
}

/**
 * The fault of a path that leads to nothing that lists know.
 * @param rest the part of the path that is unknown
 * @param steps the number of relations before it
 */
export function unknownName(places: readonly Conditions[], given: Given, rest: string, steps: number): Fault {
  const { parameter, path, isCompact } = given;
  const choices = choicesAt(places, path.slice(0, path.length - rest.length), steps);
  if (isCompact) {
    const hint = () => fieldHint(rest, choices);
    return { ...invalid(parameter, `Unknown field ${JSON.stringify(path)}.`), hint };
  }
  const fault = (message: string): Fault => ({ in: "shape", parameter, code: "unknown_parameter", message });
  if (choices.before !== "" && LIST_PARAMETERS.includes(rest)) {
    const where = steps > 0 ? "after a relation" : "as an alternative";
    return fault(`${rest} is not allowed ${where}; only filters of fields and of relations are.`);
  }
  return { ...fault(`Unknown parameter ${parameter}.`), hint: () => parameterHint(rest, choices) };
}

/** The names that are known after a path. */
function choicesAt(places: readonly Conditions[], before: string, steps: number): Choices {
  const sides = places.flatMap((place) => place.sides);
  const relations = sides.flatMap(({ view }) => [...view.relations.keys()]);
  const followed = steps < MAX_STEPS ? sides.flatMap(({ view }) => [...view.relations.values()]) : [];
  return {
    before,
    others: before === "" ? listParametersOf(sides[0]!.view) : [],
    properties: sides.flatMap(({ properties }) => [...properties.values()]),
    parameters: [
      ...sides.flatMap(({ parameters }) => [...parameters.keys()]),
      ...relations.map((relation) => relation + EXISTS),
    ],
    relations: [...relations, ...relations.map((relation) => relation + NONE)],
    relationWith: (parameter) =>
      followed.find(({ targets }) => targets.some(({ view }) => findParameter(relatedSides(view), parameter)))?.name,
  };
}

/** The fault of a value that is not allowed. */
export function invalid(parameter: string, message: string): Fault {
  return { in: "shape", parameter, code: "invalid_value", message };
}
