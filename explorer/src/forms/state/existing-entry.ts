/** Finds the entry because of which a list of members refuses another one. */
import { AlreadyExists } from "../../../../client/index.ts";
import type { View } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";

/** Returns the path of the entry that a list of members has already, if creating it once more was refused for that. */
export function existingEntry(
  error: Error | undefined,
  view: Pick<View, "kind" | "key">,
  path: string,
  values: Values,
): string | undefined {
  const id = values[view.key];
  if (view.kind !== "membership" || typeof id !== "string" || !(error instanceof AlreadyExists)) return undefined;
  return `${path}/${encodeURIComponent(id)}`;
}
