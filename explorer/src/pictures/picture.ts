/** The props of every picture. */
import type { Picture, View } from "../../../kit/description/model.ts";

/** The list that is drawn, and which of its pictures. */
export interface PictureProps {
  readonly view: View;
  readonly picture: Picture;
  /** The path of the list, without its query: `/api/missions`. */
  readonly path: string;
  /** The query of the list: `?operator_contains=nasa`; it filters what is drawn. */
  readonly search: string;
}
