/** Finds what is going on, and what is planned: records in a state with a tone. */
import { filterOf } from "../../../kit/description/list-fields.ts";
import type { View } from "../../../kit/description/model.ts";
import type { Tone } from "../../../kit/description/schema.ts";

/** Returns the filter that chooses records in a state with a tone, and the words of these states. */
export function inTone(
  view: View,
  tone: Tone,
): { readonly parameter: string; readonly states: readonly string[] } | undefined {
  const field = view.fields.find(({ kind }) => kind === "lifecycle");
  const states = field?.values.filter((value) => field.tones[value] === tone) ?? [];
  const parameter = field && filterOf(view, field.name, states.length > 1 ? "in" : "equals")?.parameter;
  return parameter && states.length > 0 ? { parameter, states } : undefined;
}
