/** The relations that a query follows, and the collections that therefore decide its result. */
import type { Fault } from "../../problem.ts";
import type { Relation, Resource, View } from "../../resource/resource.ts";

/** The most relations that one request follows. */
export const MAX_RELATIONS = 5;
/** The most steps from a record of the list to a related one. */
export const MAX_STEPS = 2;

/** Throws if the caller may not read the records of a view. */
export type RequireAccess = (view: View) => void;

/** Counts the relations that a query follows. */
export class FollowedRelations {
  /** The collections to which they lead. */
  readonly resources = new Set<Resource>();
  readonly requireAccess: RequireAccess;
  private readonly faults: Fault[];
  private count = 0;

  /** @param faults receives one if there are too many */
  constructor(requireAccess: RequireAccess, faults: Fault[]) {
    this.requireAccess = requireAccess;
    this.faults = faults;
  }

  /** The query depends on what a relation leads to. @throws if the caller may not read that */
  enter(relation: Relation): void {
    for (const { view } of relation.targets) this.requireAccess(view);
    this.dependOn(relation);
  }

  /** The query depends on what a relation leads to, but asks only for what the caller may know. */
  dependOn({ targets }: Relation): void {
    for (const { view } of targets) this.resources.add(view.resource);
  }

  /** Counts a relation that a parameter is the first to follow. */
  add(parameter: string): void {
    this.count += 1;
    if (this.count !== MAX_RELATIONS + 1) return;
    const message = `The query follows more than ${MAX_RELATIONS} relations.`;
    this.faults.push({ in: "shape", parameter, code: "too_many", message });
  }
}
