/** The face of a record from the picture `presence`: its own stays, or those of the members of records that refer to it. */
import { partsOf } from "../../presence/parts.ts";
import type { FaceProps } from "../face-props.ts";
import type { FaceContext, ReadableFace } from "../reading.ts";
import { ownStays } from "./own.ts";
import { visitors } from "./visitors.ts";

/** Returns the face of stays; undefined if the picture has not all of its parts. */
export function presenceFace(props: FaceProps, context: FaceContext): ReadableFace | undefined {
  const { view, picture, record, through } = props;
  const { description } = context;
  const members = through ? description.views.find(({ pictures }) => pictures.includes(picture)) : view;
  const parts = members && partsOf(description, members, picture);
  if (!members || !parts) return undefined;
  if (!through) return ownStays({ view, record, parts }, context);
  return visitors({ members, parts, name: String(record[view.title]), path: through.path }, context);
}
