/** Finds the relations that a request of the caller embeds. */
import type { ReadableRelations } from "../../../kit/description/model.ts";
import { useDescription } from "../description/use-description.tsx";
import { useRights } from "../requests/rights/rights.ts";
import { embeddedRelations } from "./embedded-relations.ts";

/** Returns the relations that the caller may read; undefined until the rights of their key are known. */
export function useReadableRelations(): ReadableRelations | undefined {
  const description = useDescription();
  const { areSettled, mayRead } = useRights();
  return areSettled ? embeddedRelations(description, mayRead) : undefined;
}
