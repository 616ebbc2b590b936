/** The legend of days: the categories with most members. */

import type { Field } from "../../../../../kit/description/model.ts";
import type { HueOf } from "../../../fields/hues.ts";
import { type Category, categoriesOf, countsOf } from "../../parts/categories.ts";
import type { Member } from "../../presence/stays.ts";

const MOST_NAMED = 5;

/** The named categories, all others, and the members in the colors of these. */
export interface MemberLegend {
  readonly categories: readonly Pick<Category, "label" | "hue" | "count">[];
  readonly members: readonly Member[];
}

/** Returns the legend of members. Those of categories that are not named have the color of "other". */
export function legendOf(members: readonly Member[], field: Field | undefined, hueOf: HueOf): MemberLegend {
  if (!field) return { categories: [], members };
  const drawn = countsOf(members.map(({ category }) => category));
  const named = categoriesOf(field, [], { hueOf, drawn })
    .filter(({ hue }) => hue > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_NAMED);
  const hues = new Set(named.map(({ hue }) => hue));
  const others = members.filter(({ hue }) => !hues.has(hue));
  const count = new Set(others.map(({ category }) => category)).size;
  return {
    categories: [
      ...named,
      ...(count > 0 ? [{ label: count === 1 ? "other" : `${count} others`, hue: 0, count: others.length }] : []),
    ],
    members: members.map((member) => (hues.has(member.hue) ? member : { ...member, hue: 0 })),
  };
}
