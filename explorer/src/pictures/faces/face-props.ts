/** The props of each face. */
import type { Picture, View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";

/** The record that is drawn, and the picture that it is drawn as. A face that finds nothing to draw returns null. */
export interface FaceProps {
  /** The list of the record. */
  readonly view: View;
  readonly picture: Picture;
  /** The complete record. */
  readonly record: Data;
  /** Of a series: the list below the record that has it; of a presence of the members of other records: these. */
  readonly through?: { readonly view: View; readonly path: string };
}
