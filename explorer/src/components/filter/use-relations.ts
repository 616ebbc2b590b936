/** The relations that a filter may follow. */
import type { Step } from "../../../../kit/description/filter-paths.ts";
import type { Queryable, Relation } from "../../../../kit/description/model.ts";
import { useDescription } from "../../description/use-description.tsx";
import { useRights } from "../../requests/rights/rights.ts";

/** The most relations in a chain. */
const MAX_STEPS = 2;

/** Returns a function that lists the relations that may follow others: those that the caller may read, each under one name. */
export function useRelations(): (records: Queryable, steps: readonly Step[]) => Relation[] {
  const { list } = useDescription();
  const { mayRead } = useRights();
  const isReadable = (path: string): boolean => {
    const view = list(path);
    return view !== undefined && mayRead(view) !== false;
  };
  return ({ relations }, steps) => {
    if (steps.length >= MAX_STEPS) return [];
    const each = new Map(relations.map((relation) => [relation.identity, relation]));
    return [...each.values()].filter(({ paths }) => paths.every(isReadable));
  };
}
