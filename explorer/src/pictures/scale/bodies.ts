/** The bodies of a scale, read off the records of a list. */
import type { Field, Picture, View } from "../../../../kit/description/model.ts";
import type { HueOf } from "../../fields/hues.ts";
import type { Data } from "../../requests/data.ts";

/** A list that has a scale. */
export interface ScaleList {
  readonly view: View;
  readonly picture: Picture;
}

/** Rings: their distances from the middle of their body. */
export interface Rings {
  readonly inner: number;
  readonly outer: number;
}

/** A body: what is drawn as a disc. */
export interface Body {
  readonly id: string;
  readonly name: string;
  /** The path of its record. */
  readonly path: string;
  readonly radius: number | undefined;
  readonly distance: number | undefined;
  /** The id of the body that it goes around. */
  readonly around: string | undefined;
  /** Its category as a word, and the color of that; undefined without categories. */
  readonly category: string | undefined;
  readonly hue: number | undefined;
  readonly hasRings: boolean;
  /** The ends of its rings, in the unit of the radius; undefined if that is not known. */
  readonly rings?: Rings | undefined;
  /** The lean of its axis, in degrees. */
  readonly tilt: number;
  /** It goes around against the direction in which the other turns. */
  readonly isRetrograde: boolean;
  /** The difference of its way around the other from a circle, below 1; undefined if that is not known. */
  readonly eccentricity: number | undefined;
  /** The time that a turn around the other takes. */
  readonly period?: number | undefined;
}

/** A body whose radius is known. */
export type Disc = Body & { readonly radius: number };

/** The most bodies that are drawn, the largest. */
export const MOST_DRAWN = 500;

/** From here on, an orbit is inclined so much that it leads backward, in degrees. */
const BACKWARD = 90;

/** Returns the names of the fields that a scale reads. */
export function fieldsOfScale(view: View, picture: Picture): (string | undefined)[] {
  const { radius, distance, around, colour, rings, inner, outer, tilt, inclination, eccentricity, period } = picture;
  const parts = [radius, distance, around, colour, rings, inner, outer, tilt, inclination, eccentricity, period];
  return [view.title, ...parts] as (string | undefined)[];
}

/** Returns the field that plays a part in a picture. */
export function fieldOf(view: View, picture: Picture, part: string): Field | undefined {
  return view.fields.find(({ name }) => name === picture[part]);
}

/** Returns the bodies among records. */
export function bodiesOf(records: readonly Data[], view: View, picture: Picture, hueOf: HueOf): Body[] {
  const read = (record: Data, part: string) => {
    const name = picture[part];
    return typeof name === "string" ? (record[name] ?? undefined) : undefined;
  };
  return records.map((record) => {
    const category = read(record, "colour");
    return {
      id: record.id,
      name: record[view.title] ?? record.id,
      path: record._links.self,
      radius: read(record, "radius"),
      distance: read(record, "distance"),
      around: read(record, "around"),
      category,
      hue: picture.colour === undefined ? undefined : hueOf(category),
      ...ringsOf(read(record, "rings"), read(record, "inner"), read(record, "outer")),
      tilt: read(record, "tilt") ?? 0,
      isRetrograde: (read(record, "inclination") ?? 0) > BACKWARD,
      eccentricity: read(record, "eccentricity"),
      period: read(record, "period"),
    };
  });
}

function ringsOf(has: unknown, inner: number | undefined, outer: number | undefined): Pick<Body, "hasRings" | "rings"> {
  const areKnown = has === true && inner !== undefined && outer !== undefined && inner < outer;
  return { hasRings: has === true, rings: areKnown ? { inner, outer } : undefined };
}

/** Returns those with a radius, the largest first. */
export function discsOf(bodies: readonly Body[]): Disc[] {
  return bodies
    .filter((body): body is Disc => body.radius !== undefined && body.radius > 0)
    .sort((a, b) => b.radius - a.radius);
}
