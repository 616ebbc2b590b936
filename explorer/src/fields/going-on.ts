/** Finds what is going on. */
import { filterOf } from "../../../kit/description/list-fields.ts";
import type { View } from "../../../kit/description/model.ts";

/** Returns the filter that chooses records in a state whose tone is `go`, and its words. */
export function goingOn(view: View): { readonly parameter: string; readonly states: readonly string[] } | undefined {
  const field = view.fields.find(({ kind }) => kind === "lifecycle");
  const states = field?.values.filter((value) => field.tones[value] === "go") ?? [];
  const parameter = field && filterOf(view, field.name, states.length > 1 ? "in" : "equals")?.parameter;
  return parameter && states.length > 0 ? { parameter, states } : undefined;
}
