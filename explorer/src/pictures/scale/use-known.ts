/** The body with which a scale compares the others. */
import { useDescription } from "../../description/use-description.tsx";
import { useGet } from "../../requests/queries.ts";
import type { Known } from "./captions.ts";
import type { ScaleList } from "./family.ts";

/** Returns the body that the picture names, with its radius. */
export function useKnown({ view, picture }: ScaleList): Known | undefined {
  const list = useDescription().home(view.resource);
  const compare = picture.compare as string | undefined;
  const radius = picture.radius as string;
  const isKnown = compare !== undefined && list !== undefined && !list.path.includes("{");
  const query = new URLSearchParams({ id: compare ?? "", fields: `${view.title},${radius}` });
  const { data } = useGet(isKnown ? `${list.path}?${query}` : undefined, { poll: false });
  const record = data?.data[view.plural]?.[0];
  return record?.[radius] > 0 ? { name: record[view.title], radius: record[radius] } : undefined;
}
