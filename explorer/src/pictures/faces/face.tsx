/** The face of a record: the picture of its list, drawn for this record. */
import { lazy, Suspense } from "react";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import type { ChosenFace } from "./face-props.ts";
import { FaceSkeleton } from "./skeleton.tsx";
import "../../../style/face.css";

const DrawnFace = lazy(() => import("./drawn-face.tsx"));

/** A face. */
export function Face(props: ChosenFace) {
  return (
    <div className="face-room">
      {/* A record without its picture is still a record. */}
      <ErrorBoundary of="" failed={() => null}>
        <Suspense fallback={<FaceSkeleton />}>
          <DrawnFace {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
