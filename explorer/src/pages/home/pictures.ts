/** The pictures of the home page: the first one of a kind. */
import type { Field, Picture, View } from "../../../../kit/description/model.ts";

/** A picture, and the list that it is of. */
export interface Pictured {
  readonly view: View;
  readonly picture: Picture;
}

/** Returns the first declared picture of a kind. */
export function pictureIn(views: readonly View[], kind: Picture["kind"]): Pictured | undefined {
  return views
    .flatMap((view) => view.pictures.map((picture) => ({ view, picture })))
    .find(({ picture }) => picture.kind === kind && picture.origin !== "fields");
}

/** Returns the field that plays a part in a picture. */
export function partOf({ view, picture }: Pictured, part: string): Field | undefined {
  return view.fields.find(({ name }) => name === picture[part]);
}

/** Writes a day of the calendar: `2026-11-22`. */
export function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
