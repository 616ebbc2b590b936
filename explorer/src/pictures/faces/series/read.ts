/** The face of a record from the picture `series`: the samples below it, or the line of a sample. */
import { partsOf } from "../../series/samples.ts";
import type { FaceProps } from "../face-props.ts";
import type { FaceContext, ReadableFace } from "../reading.ts";
import { samplesBelow } from "./below.ts";
import { sampleLine } from "./sample.ts";

/** Returns the face of samples; undefined if the picture has not all of its parts. */
export function seriesFace(
  { view, picture, record, through }: FaceProps,
  { description }: FaceContext,
): ReadableFace | undefined {
  const self: string = record._links.self;
  const path = through?.path ?? self.slice(0, self.lastIndexOf("/"));
  const list = through?.view ?? description.at(path)?.view ?? view;
  const parts = partsOf(description, list, picture);
  if (!parts) return undefined;
  const name = String(record[view.title]);
  const read = () =>
    through ? samplesBelow({ view: list, path, parts, name }) : sampleLine({ view: list, path, record, parts });
  return { room: undefined, read };
}
