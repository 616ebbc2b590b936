/** The face of a record from the picture `scale`: its disc beside one that all know, and what goes around with it. */
import { aspectOf } from "../../../address/address.ts";
import type { FaceProps } from "../face-props.ts";
import { FaceFigure } from "../figure.tsx";
import { BESIDE, drawScale } from "./draw.ts";
import { captionFor, FaceLegend } from "./notes.tsx";
import { shownOf } from "./shown.ts";
import { useBodies } from "./use-bodies.ts";

/** Draws a record to scale. */
export default function Face(props: FaceProps) {
  const { list, bodies, error } = useBodies(props);
  if (error) return null;
  const shown = bodies && shownOf(bodies);
  return (
    <FaceFigure
      title={shown?.label ?? `${props.record[props.view.title]}, to scale`}
      more={list.path.includes("{") ? {} : { "All to scale": aspectOf(list.path, "scale") }}
      legend={bodies && shown && <FaceLegend bodies={bodies} shown={shown} />}
      draw={shown && ((width) => drawScale(shown, width))}
      height={BESIDE}
      caption={bodies && shown && captionFor(bodies, shown)}
    />
  );
}
