/** Plans which trigram indexes are dropped, and which are created. */
import type { Dialect } from "../dialect.ts";
import { trigramIndexOf } from "../search/trigrams.ts";
import type { TableDiff } from "./diff.ts";
import type { ActualTable } from "./layout.ts";
import type { Step } from "./step.ts";

/** The first and the last steps of a migration. */
export interface TrigramIndexSteps {
  readonly drops: readonly Step[];
  /** An index is created when its table has its final rows. */
  readonly creations: readonly Step[];
}

/** An index has to be created again if its columns differ, or if its table is copied or loses a column. */
export function planTrigramIndexes(
  diffs: readonly TableDiff[],
  tables: ReadonlyMap<string, ActualTable>,
  { trigramIndexes }: Dialect,
): TrigramIndexSteps {
  if (!trigramIndexes) return { drops: [], creations: [] };
  const actual = [...tables.values()].flatMap((table) => [...table.trigramIndexes]);
  const needed = diffs.flatMap((diff) => {
    const index = trigramIndexOf(diff.resource);
    return index ? [{ index, isKept: actual.includes(index.name) && !losesColumns(diff) }] : [];
  });
  const kept = needed.flatMap(({ index, isKept }) => (isKept ? [index.name] : []));
  const drops = actual.filter((name) => !kept.includes(name)).flatMap((name) => trigramIndexes.drop(name));
  const creations = needed.flatMap(({ index, isKept }) => (isKept ? [] : trigramIndexes.create(index)));
  const preparation = creations.length > 0 ? trigramIndexes.preparation : [];
  return { drops: drops.map(toStep), creations: [...preparation, ...creations].map(toStep) };
}

function losesColumns({ recreated, removed, converted }: TableDiff): boolean {
  return recreated.size + removed.size + converted.size > 0;
}

function toStep(text: string): Step {
  return { text };
}
