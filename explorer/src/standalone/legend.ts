/** The legend of a picture that stands alone. */
import type { Field } from "../../../kit/description/model.ts";
import { huesOf } from "../fields/hues.ts";
import { categoriesOf, countsOf } from "../pictures/parts/categories.ts";
import { pathOfCounts } from "../pictures/parts/picture-query.ts";
import type { SampledEntry } from "../pictures/svg/legend-entry.ts";
import { countText } from "../units.ts";
import type { Subject } from "./picture.ts";
import type { Source } from "./source.ts";

/** Reads the categories of a field, with how many of what is drawn have each; those that nothing has are left out. */
export async function legendOf(
  { path, search }: Pick<Subject, "path" | "search">,
  source: Source,
  field: Field | undefined,
  drawn: readonly unknown[],
): Promise<SampledEntry[]> {
  if (!field) return [];
  const { groups } = await source.get(pathOfCounts(path, search, field.name));
  return categoriesOf(field, groups, { hueOf: huesOf(field), drawn: countsOf(drawn) })
    .filter(({ count }) => count > 0)
    .map(({ label, hue, count }) => ({ label, hue, count: countText(count) }));
}
