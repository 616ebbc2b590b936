/** The face of a record: the picture of its list, drawn for this record. */
import { type ComponentType, lazy, Suspense } from "react";
import type { Picture, View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import "../../../style/face.css";

/** Props of each face. A face that finds nothing to draw returns null. */
export interface FaceProps {
  /** The list of the record. */
  readonly view: View;
  readonly picture: Picture;
  /** The complete record. */
  readonly record: Data;
  /** Of a series: the list below the record that has it; of a presence of the members of other records: these. */
  readonly through?: { readonly view: View; readonly path: string };
}

const FACES: Partial<Record<Picture["kind"], ComponentType<FaceProps>>> = {
  timeline: lazy(() => import("./timeline/face.tsx")),
  scale: lazy(() => import("./scale/face.tsx")),
  presence: lazy(() => import("./presence/face.tsx")),
  series: lazy(() => import("./series/face.tsx")),
};

/** A face by its kind. */
export function Face(props: FaceProps) {
  const Drawn = FACES[props.picture.kind];
  return (
    Drawn && (
      <Suspense fallback={null}>
        <Drawn {...props} />
      </Suspense>
    )
  );
}
