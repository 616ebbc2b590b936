/** Reads what a picture of groups draws, by the names of what it is about. */
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { References } from "../../description/targets.ts";
import { useTargets } from "../../description/use-targets.ts";
import { knownUntilIn } from "../../fields/known-until.ts";
import { useGet } from "../../requests/queries.ts";
import { type Drawn, drawnOf } from "./numbers/drawn.ts";
import { laterPath, type NotedPartial, partialOf, partialRow } from "./numbers/partial.ts";
import { referencesIn } from "./requests.ts";
import { type LoadedGroups, useGroups } from "./use-groups.ts";

/** The groups of a query, ready to be drawn. */
export interface LoadedDrawn extends Omit<LoadedGroups, "read"> {
  readonly drawn: Drawn | undefined;
  /** The period in which knowledge ends. */
  readonly partial: NotedPartial | undefined;
}

/** Reads the groups of a query, the names of the records that they are about, and until when they are known. */
export function useDrawn(view: View, path: string, search: string): LoadedDrawn {
  const { read, ...loaded } = useGroups(view, path, search);
  const { data } = useGet("/api", { poll: false });
  const asOf: string | undefined = data?.data.data_as_of;
  const storedAt: string | undefined = data?.data.data_stored_at;
  const targetOf = useTargets(read ? referencesIn(read) : NO_REFERENCES);
  const hasRoot = data !== undefined;
  const drawn = useMemo(() => {
    if (!read || !hasRoot) return undefined;
    const known = knownUntilIn({ asOf, storedAt });
    return drawnOf(read.groups, {
      ...{ view, shape: read.shape, search: read.search },
      nameOf: (field, id) => targetOf(field, id)?.name,
      knownUntil: ({ updated_at_max: updated_at }) => known({ updated_at }),
    });
  }, [read, view, hasRoot, asOf, storedAt, targetOf]);
  const row = drawn && asOf !== undefined ? partialRow(drawn, asOf) : undefined;
  const later = useGet(row?.search === undefined ? undefined : laterPath(path, row.search, drawn!.shape.along, asOf!));
  const laterCount: number = later.data?.data.total_count ?? 0;
  const partial = useMemo(() => row && partialOf(row, asOf!, laterCount), [row, asOf, laterCount]);
  return { ...loaded, drawn, partial };
}

const NO_REFERENCES: readonly References[] = [];
