/** The names of the records that a reference leads to. */
import { useCallback, useMemo } from "react";
import type { Field } from "../../description/model.ts";
import { useTargets } from "../../description/use-targets.ts";

/** Returns the name of the record with an id; the id itself until it is known. */
export function useNames(field: Field | undefined, ids: readonly string[]): (id: string) => string {
  const references = useMemo(() => (field ? [{ field, ids }] : []), [field, ids]);
  const targetOf = useTargets(references);
  return useCallback((id) => (field && targetOf(field, id)?.name) ?? id, [field, targetOf]);
}
