/** The face of a record as it can be read, by the kind of its picture. */
import type { Picture } from "../../../../kit/description/model.ts";
import type { ChosenFace, FaceProps } from "./face-props.ts";
import { presenceFace } from "./presence/read.ts";
import type { FaceContext, ReadableFace, Reading } from "./reading.ts";
import { scaleFace } from "./scale/read.ts";
import { seriesFace } from "./series/read.ts";
import { timelineFace } from "./timeline/read.ts";

type MakeFace = (props: FaceProps, context: FaceContext) => ReadableFace | undefined;

const FACES: Partial<Record<Picture["kind"], MakeFace>> = {
  timeline: timelineFace,
  scale: scaleFace,
  presence: presenceFace,
  series: seriesFace,
};

/** Returns the face that was chosen, or the other one if it turns out to have too little to draw. */
export function readableFace({ otherwise, ...props }: ChosenFace, context: FaceContext): ReadableFace {
  const face = FACES[props.picture.kind]?.(props, context);
  return {
    room: face?.room,
    *read(): Reading {
      const content = face && (yield* face.read());
      return content ?? (otherwise && (yield* readableFace(otherwise, context).read()));
    },
  };
}
