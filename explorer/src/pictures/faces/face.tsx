/** The face of a record: the picture of its list, drawn for this record. */
import { type ComponentType, lazy, Suspense } from "react";
import type { Picture } from "../../../../kit/description/model.ts";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import type { ChosenFace, FaceProps } from "./face-props.ts";
import { FaceSkeleton } from "./skeleton.tsx";
import "../../../style/face.css";

const FACES: Partial<Record<Picture["kind"], ComponentType<FaceProps>>> = {
  timeline: lazy(() => import("./timeline/face.tsx")),
  scale: lazy(() => import("./scale/face.tsx")),
  presence: lazy(() => import("./presence/face.tsx")),
  series: lazy(() => import("./series/face.tsx")),
};

/** A face by its kind. */
export function Face({ otherwise, ...props }: ChosenFace) {
  const Drawn = FACES[props.picture.kind];
  return (
    Drawn && (
      <div className="face-room">
        {/* A record without its picture is still a record. */}
        <ErrorBoundary of="" failed={() => null}>
          <Suspense fallback={<FaceSkeleton />}>
            <Drawn {...props} instead={otherwise && <Face {...otherwise} />} />
          </Suspense>
        </ErrorBoundary>
      </div>
    )
  );
}
