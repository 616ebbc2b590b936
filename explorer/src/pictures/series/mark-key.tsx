/** The key to the shapes of samples. */
import type { Field } from "../../../../kit/description/model.ts";
import { SampledLegend } from "../svg/sampled-legend.tsx";
import { markEntries } from "./marks.ts";

/** The shapes and their words. */
export function Marks({ field }: { readonly field: Field }) {
  return <SampledLegend entries={markEntries(field)} />;
}
