/** Reads the filters of a query: those of the list's own fields, of related records, and alternatives. */
import type { Fault } from "../../problem.ts";
import type { View } from "../../resource/resource.ts";
import { type Filter, MAX_FILTER_VALUES, type RelationFilter, readFilter, tooManyValues } from "../filters.ts";
import { Conditions, type RelatedConditions } from "./conditions.ts";
import { type FollowedRelations, MAX_STEPS } from "./followed.ts";
import { findStep, type Given, invalid, unknownName } from "./paths.ts";
import { findParameter, findRelation, listedSides } from "./related-records.ts";

/** The prefix of an alternative. */
const ALTERNATIVE = /^any\.[1-9]\./;

/** Collects the filters of one query. */
export class FilterReader {
  private readonly view: View;
  private readonly followed: FollowedRelations;
  private readonly faults: Fault[];
  private readonly conditions: Conditions;
  /** The alternatives, by their prefix. */
  private readonly alternatives = new Map<string, Filter[]>();
  private readonly searches: Filter[] = [];
  private count = 0;
  /** The parameter with which the values became too many. */
  private excess: string | undefined;

  /** @param faults receives the faults of the filters */
  constructor(view: View, followed: FollowedRelations, faults: Fault[]) {
    this.view = view;
    this.followed = followed;
    this.faults = faults;
    this.conditions = new Conditions(view, listedSides(view));
  }

  /** Reads a parameter. One that is no filter is a fault. */
  readParameter(parameter: string, value: string): void {
    this.read({ parameter, path: parameter, value, isCompact: false });
  }

  /** Reads `filter=<field>:<value>`, the compact form of the exact match. */
  readCompact(text: string): void {
    const colon = text.indexOf(":");
    if (colon < 1) this.faults.push(invalid("filter", "filter must have the form <field>:<value>."));
    else this.read({ parameter: "filter", path: text.slice(0, colon), value: text.slice(colon + 1), isCompact: true });
  }

  /** Adds a filter that was read elsewhere, unless it is a fault. */
  add(parameter: string, read: (Filter & { readonly values: readonly unknown[] }) | Fault): void {
    if ("code" in read) this.faults.push(read);
    else {
      this.searches.push(read);
      this.countValues(parameter, read.values.length);
    }
  }

  /** All filters. Adds a fault if they have too many values. */
  finish(): readonly Filter[] {
    if (this.excess !== undefined) this.faults.push(tooManyValues(this.excess, this.count));
    const alternatives = [...this.alternatives.values()].map(
      (filters): Filter => (filters.length === 1 ? filters[0]! : { operator: "any", filters }),
    );
    return [...this.searches, ...this.conditions.build()!, ...alternatives];
  }

  private read(given: Given): void {
    const [prefix] = ALTERNATIVE.exec(given.path) ?? [];
    if (prefix === undefined) {
      this.readPath([this.conditions], given, given.path, 0);
      return;
    }
    // Each alternative is independent of the others.
    const alternative = new Conditions(this.view, listedSides(this.view));
    this.readPath([alternative], given, given.path.slice(prefix.length), 0);
    this.alternatives.set(prefix, [...(this.alternatives.get(prefix) ?? []), ...alternative.build()!]);
  }

  /**
   * Reads the rest of a path.
   * @param places the conditions on the records of each kind that the path before it leads to
   * @param steps how many relations the path before it follows
   */
  private readPath(places: readonly Conditions[], given: Given, rest: string, steps: number): void {
    if (this.readField(places, given, rest)) return;
    const step = findStep(places, rest, given.isCompact);
    if (!step) this.faults.push(unknownName(places, given, rest, steps));
    else if (steps === MAX_STEPS) {
      const message = `${given.path} chains more than ${MAX_STEPS} relations.`;
      this.faults.push({ in: "shape", parameter: given.parameter, code: "too_many", message });
    } else if (step.operator === "exists") this.readExists(places, given, step.relation);
    else {
      const related = this.follow(places, given, step.relation, step.operator);
      this.readPath(
        related.flatMap(({ branches }) => branches),
        given,
        step.rest,
        steps + 1,
      );
    }
  }

  /** Reads a condition on a field. Returns false if no record here has one with this parameter. */
  private readField(places: readonly Conditions[], given: Given, name: string): boolean {
    const found = places.map(({ sides }) => {
      const match = findParameter(sides, name);
      return given.isCompact && match?.parameter.operator !== "equals" ? undefined : match;
    });
    if (!found.some((each) => each)) return false;
    const { parameter, path, value, isCompact } = given;
    const reads = found.map(
      (each) => each && readFilter(parameter, each.parameter, value, isCompact ? path : parameter),
    );
    const filters = reads.map((read) => (read && !("code" in read) ? read : undefined));
    const lengths = filters.map((filter) => filter?.values.length ?? 0);
    this.countValues(parameter, Math.max(...lengths));
    // Of several kinds, a value such as the word of an enum may fit only one.
    if (!filters.some((each) => each)) this.faults.push(reads.find((read) => read) as Fault);
    for (const [index, place] of places.entries()) {
      const { side } = found[index] ?? {};
      if (side?.shownIn) this.followed.requireAccess(side.shownIn);
      if (side?.through) this.followed.dependOn(side.through);
      if (side && filters[index]) place.at(side).add(filters[index]);
      else if (places.length > 1) place.exclude();
    }
    return true;
  }

  /** Reads whether a relation leads to anything. */
  private readExists(places: readonly Conditions[], given: Given, relation: string): void {
    const isBoolean = given.value === "true" || given.value === "false";
    if (!isBoolean) this.faults.push(invalid(given.parameter, `${given.parameter} must be true or false.`));
    this.countValues(given.parameter, 1);
    this.follow(places, given, relation, given.value === "true" ? "some" : "none", true);
  }

  /** Follows a relation from the records of each kind that have it. @param apart as of `Conditions.on` */
  private follow(
    places: readonly Conditions[],
    { parameter }: Given,
    name: string,
    operator: RelationFilter["operator"],
    apart = false,
  ): RelatedConditions[] {
    let isNew = false;
    const related = places.flatMap((place) => {
      const found = findRelation(place.sides, name);
      if (!found) {
        place.exclude();
        return [];
      }
      const { side, relation } = found;
      if (side.through) this.followed.enter(side.through);
      this.followed.enter(relation);
      const conditions = place.at(side).on(relation, operator, apart);
      isNew ||= conditions.isNew;
      conditions.isNew = false;
      return [conditions];
    });
    if (isNew) this.followed.add(parameter);
    return related;
  }

  private countValues(parameter: string, values: number): void {
    this.count += values;
    if (this.count > MAX_FILTER_VALUES) this.excess ??= parameter;
  }
}
