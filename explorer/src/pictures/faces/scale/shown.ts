/** Chooses what the face of a scale shows of its bodies, and how it is said. */

import { midSentence } from "../../../../../kit/description/words.ts";
import { countText } from "../../../../../kit/values/quantity.ts";
import { type Body, type Disc, discsOf, fieldOf, type ScaleList } from "../../scale/bodies.ts";
import { captionsOf } from "../../scale/captions.ts";
import type { Group, Shown } from "./draw.ts";
import { closedOf, nearAndFar, neighborsOf } from "./ellipses.ts";

/** The bodies of a face. */
export interface FaceBodies {
  /** The list of the record, of all parents. */
  readonly own: ScaleList;
  readonly self: Disc;
  /** The body with which those of its list are compared, unless it is this one. */
  readonly compared: Disc | undefined;
  /** The body that the record goes around, if it is one of a list that goes around others. */
  readonly center: Body | undefined;
  /** The list of those that go around, and all of them that go around the record, or around the same one. */
  readonly outer: ScaleList | undefined;
  readonly around: readonly Body[];
}

/** Returns what a face shows. */
export function shownOf(bodies: FaceBodies): Shown {
  const { own, self, compared, center, outer, around } = bodies;
  const units = unitsOf(outer ?? own);
  const known = compared && { name: compared.name, radius: compared.radius };
  const captions = captionsOf(units, known);
  const [largest] = own === outer || compared ? [] : discsOf(around);
  const beside = discsOf(center ? [center] : [])[0];
  return {
    label: labelOf(bodies),
    self: self.id,
    labelOf: captionsOf(units).whole,
    discs: [self, ...(compared ? [compared] : []), ...(largest ? [largest] : [])],
    beside,
    says: (body) => [nameAndTilt(body, bodies), captions.radius(body)],
    center: center ?? self,
    groups: groupsOf(bodies),
    units,
  };
}

/** Says what a face shows: `Saturn and its moons, to scale`, `Titan around Saturn`. */
function labelOf({ own, self, outer, center, around }: FaceBodies): string {
  if (center) return `${self.name} around ${center.name}`;
  if (!outer || own === outer || closedOf(around).length === 0) return `${self.name}, to scale`;
  return `${self.name} and its ${pluralOf(outer, around.length)}, to scale`;
}

/** Says what some records of a list are called: `moons`; one: `moon`. */
export function pluralOf({ view }: ScaleList, count: number): string {
  return count === 1 ? view.noun : midSentence(view.heading);
}

function groupsOf({ own, self, outer, around }: FaceBodies): Group[] {
  const closed = closedOf(around);
  if (!outer || closed.length === 0) return [];
  const title = (count: number, word: string) =>
    [countText(count), word, pluralOf(outer, count)].filter(Boolean).join(" ");
  if (own === outer) {
    const one = closed.find(({ id }) => id === self.id);
    const neighbors = one ? neighborsOf(one, closed) : [];
    return one ? [{ title: title(neighbors.length, ""), bodies: neighbors, kind: "near" }] : [];
  }
  const { near, far } = nearAndFar(closed);
  if (far.length === 0) return [{ title: title(near.length, ""), bodies: near, kind: "near" }];
  return [
    { title: title(near.length, "inner"), bodies: near, kind: "near" },
    { title: title(far.length, "outer"), bodies: far, kind: "far" },
  ];
}

/** The rings of the record lean: by how much stands at its name. */
function nameAndTilt({ id, name, hasRings, tilt }: Disc, { own, self }: FaceBodies): string {
  const unit = fieldOf(own.view, own.picture, "tilt")?.unit;
  return id === self.id && hasRings && tilt > 0 && unit === "deg" ? `${name}, tilted ${tilt}°` : name;
}

function unitsOf({ view, picture }: ScaleList) {
  const unitOf = (part: string) => fieldOf(view, picture, part)?.unit ?? "";
  return { radius: unitOf("radius"), distance: unitOf("distance") };
}
