/** A picture that stands alone: it leaves the explorer as a file, and says by itself what it shows. */
import type { Picture, View } from "../../../kit/description/model.ts";
import type { ColorOf } from "../pictures/parts/colors.ts";
import type { SampledEntry } from "../pictures/svg/legend-entry.ts";
import type { Drawing } from "../pictures/svg/node.ts";
import type { Block } from "./blocks.ts";

/** The picture to draw. */
export interface Subject {
  readonly view: View;
  /** As the list declares it; undefined for groups, which the query declares. */
  readonly picture: Picture | undefined;
  /** The path of the list, without its query: `/api/rockets`. */
  readonly path: string;
  /** The query of the list: `?status=active`. */
  readonly search: string;
  /** The way in which it is looked at: the fragment of its page, `by=operator&from=1961-01-01`. */
  readonly settings: URLSearchParams;
  /** The width of the drawing, in pixels. */
  readonly width: number;
  /** The height of a preview; undefined if the drawing may be as high as it needs to be. */
  readonly height: number | undefined;
  readonly colorOf: ColorOf;
}

/** The parts of a picture: its drawing, and what has to be said with it. */
export interface StandalonePicture {
  readonly title: string;
  /** Facts below the title. */
  readonly strip?: Block;
  /** Says what is drawn and what is not, in whole sentences. */
  readonly sentences: readonly string[];
  readonly legend: readonly SampledEntry[];
  readonly drawing: Drawing;
}

/** Thrown if a picture cannot be drawn as it is wanted; the message says what would help. */
export class NotDrawable extends Error {}

/** Says that there is nothing to draw. */
export const NO_VALUES = "No record in this list has the values that this picture shows.";
