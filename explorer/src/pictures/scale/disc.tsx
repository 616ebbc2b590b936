/** A disc of a scale, as elements. */
import { elementOf } from "../svg/drawing.tsx";
import { discNodes, type PlaceOfDisc } from "./disc-nodes.ts";

/** The disc of a body, with its rings. */
export function DiscShape(place: PlaceOfDisc) {
  return <>{discNodes(place).map(elementOf)}</>;
}
