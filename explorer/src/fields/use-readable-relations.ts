/** Finds the relations that a request embeds, so that references are shown by name. */

import type { Field, ReadableRelations } from "../../../kit/description/model.ts";
import { useDescription } from "../description/use-description.tsx";
import { useRights } from "../requests/rights.ts";

/** Returns the relations that the caller may read; undefined until the rights of their key are known. */
export function useReadableRelations(): ReadableRelations | undefined {
  const { list } = useDescription();
  const { areSettled, mayRead } = useRights();
  if (!areSettled) return undefined;
  const isReadable = (path: string): boolean => {
    const view = list(path);
    return view === undefined || mayRead(view) === true;
  };
  const isEmbedded = ({ reference }: Field): boolean => (reference?.to ?? []).every(isReadable);
  return (fields) => [...new Set(fields.filter(isEmbedded).flatMap(({ relation }) => relation ?? []))];
}
