/** The face of a record from the picture `presence`. */
import type { FaceProps } from "../face-props.ts";

/** Draws nothing yet. */
export default function Face(_: FaceProps) {
  return null;
}
