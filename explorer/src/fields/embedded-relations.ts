/** Finds the relations that a request embeds, so that references are shown by name. */
import type { Description, Field, ReadableRelations } from "../../../kit/description/model.ts";
import type { MayRead } from "../requests/rights/may-read.ts";

/** Returns the relations of fields that a caller may read. */
export function embeddedRelations({ list }: Description, mayRead: MayRead): ReadableRelations {
  const isReadable = (path: string): boolean => {
    const view = list(path);
    return view === undefined || mayRead(view) === true;
  };
  const isEmbedded = ({ reference }: Field): boolean => (reference?.to ?? []).every(isReadable);
  return (fields) => [...new Set(fields.filter(isEmbedded).flatMap(({ relation }) => relation ?? []))];
}
