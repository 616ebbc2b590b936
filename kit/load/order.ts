/** What a load must write later than the record itself: fields that refer to records that come later, or count them. */

import type { Description, View } from "../description/model.ts";
import type { Values } from "../values/json.ts";
import { elementTargets, registryViews } from "./written-views.ts";

/** A view with what is written later. */
export interface LoadStep {
  readonly view: View;
  /** The fields that are written later, each with the place of the step after which that can be done. */
  readonly deferred: ReadonlyMap<string, number>;
  /** After which steps something of this one is written, in their order. There is at least one. */
  readonly due: readonly number[];
}

/** The steps of a load, in order. */
export function loadSteps(description: Description): LoadStep[] {
  const views = registryViews(description);
  const placeOf = (path: string): number =>
    views.findIndex(({ resource }) => resource === description.list(path)?.resource);
  return views.map((view, place) => {
    const late = view.writable.create.flatMap((field) => {
      const { name, required, schema } = field;
      const lists = [schema["x-reference"]?.to ?? [], elementTargets(field), schema["x-counts"] ?? []].flat();
      const due = Math.max(...lists.map(placeOf));
      return !required && due >= place ? [{ name, due }] : [];
    });
    return {
      view,
      deferred: new Map(late.map(({ name, due }) => [name, due])),
      due: late.length === 0 ? [place] : [...new Set(late.map(({ due }) => due))].sort((a, b) => a - b),
    };
  });
}

/** Finds the step to which the record at a path belongs. */
export type StepFinder = (path: string) => LoadStep | undefined;

/** Finds steps by what a service says of its paths. */
export function stepFinder({ at }: Description, steps: readonly LoadStep[]): StepFinder {
  const byView = new Map(steps.map((step) => [step.view, step]));
  return (path) => {
    const place = at(path);
    return place?.kind === "record" ? byView.get(place.view) : undefined;
  };
}

/** Some fields of a record. @param keep whether a field is one of them */
export function pick(record: Values, keep: (field: string) => boolean): Values {
  return Object.fromEntries(Object.entries(record).filter(([field]) => keep(field)));
}
