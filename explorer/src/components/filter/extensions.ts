/** The ways to add to the filters of a chip. */
import type { Step } from "../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../kit/description/model.ts";
import type { ChipContent } from "../chips/chips-in.ts";
import { type Change, withAlternative, withCondition } from "./changes.ts";

/** A way to add a filter to others. */
export interface Extension {
  readonly id: string;
  readonly name: string | undefined;
  /** The path with which its filter begins. */
  readonly steps: readonly Step[];
  readonly change: Change;
  /** Whether its filter is one of several alternatives, each a single comparison. */
  readonly isAlternative: boolean;
}

/** Returns the ways to add a filter to those of a chip: of the same related record, or as an alternative. */
export function extensionsOf(view: View, chip: ChipContent): Extension[] {
  const conditions = chip.shared.map((steps): Extension => {
    const { relation } = steps.at(-1)!;
    const id = steps.map((step) => step.relation.name).join(".");
    return { id, name: `And … of the same ${relation.noun}`, steps, change: withCondition, isAlternative: false };
  });
  const alternative = { id: "any", name: "Or …", steps: [], change: withAlternative(view, chip), isAlternative: true };
  return [...conditions, ...(chip.isExtensible ? [alternative] : [])];
}
