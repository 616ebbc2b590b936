/** The face of a record from the picture `scale`: its disc beside one that all know, and what goes around with it. */
import { aspectOf } from "../../../address/address.ts";
import type { FaceProps } from "../face-props.ts";
import type { FaceContext, ReadableFace, Reading } from "../reading.ts";
import { BESIDE, drawScale } from "./draw.ts";
import { captionFor, legendOf } from "./notes.ts";
import { bodiesFor } from "./read-bodies.ts";
import { shownOf } from "./shown.ts";

/** Returns the face of a record to scale. */
export function scaleFace(props: FaceProps, context: FaceContext): ReadableFace {
  const title = `${props.record[props.view.title]}, to scale`;
  return { room: { title, height: BESIDE }, read: () => read(props, context) };
}

function* read(props: FaceProps, context: FaceContext): Reading {
  const bodies = yield* bodiesFor(props, context);
  if (!bodies) return undefined;
  const shown = shownOf(bodies);
  const { path } = bodies.own.view;
  return {
    title: shown.label,
    more: path.includes("{") ? {} : { "All to scale": aspectOf(path, "scale") },
    legend: legendOf(shown),
    draw: (width) => drawScale(shown, width),
    height: BESIDE,
    caption: captionFor(bodies, shown),
  };
}
