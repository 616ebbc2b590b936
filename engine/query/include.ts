/** `include`: the relations whose records the caller wants embedded. */
import type { Fault } from "../problem.ts";
import { didYouMean } from "../resource/messages.ts";
import type { Relation, View } from "../resource/resource.ts";
import { splitNames } from "./parameters.ts";

/** The relations with these names, without duplicates; none if the caller did not send `include`. */
export function readInclude({ relations }: View, include: string | undefined, faults: Fault[]): Relation[] {
  if (include === undefined) return [];
  const known = [...relations.keys()];
  return [...new Set(splitNames("include", include, faults))].flatMap((name) => {
    const relation = relations.get(name);
    if (relation) return [relation];
    const allowed = known.length > 0 ? `Allowed: ${known.join(", ")}.` : "These records have none.";
    const message = `Unknown relation ${JSON.stringify(name)}.`;
    const hint = () => `${didYouMean(name, known)} ${allowed}`;
    faults.push({ in: "shape", parameter: "include", code: "unknown_relation", message, hint });
    return [];
  });
}
