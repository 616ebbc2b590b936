/** The face that is chosen for a record. */
import type { Picture, View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";

/** A picture, and what it is drawn of. */
export interface FaceProps {
  /** The list of the record. */
  readonly view: View;
  readonly picture: Picture;
  /** The complete record. */
  readonly record: Data;
  /** Of a series: the list below the record that has it; of a presence of the members of other records: these. */
  readonly through?: { readonly view: View; readonly path: string };
}

/** The face that was chosen for a record, and the one that is shown if that has too little to draw. */
export interface ChosenFace extends FaceProps {
  readonly otherwise?: FaceProps;
}
