/** A face, read and drawn. */
import { useMemo } from "react";
import { useDescription } from "../../description/use-description.tsx";
import { useRights } from "../../requests/rights/rights.ts";
import { SampledLegend } from "../svg/sampled-legend.tsx";
import { useToday } from "../time/use-today.ts";
import type { ChosenFace } from "./face-props.ts";
import { FaceFigure } from "./figure.tsx";
import { readableFace } from "./readable.ts";
import { FaceSkeleton } from "./skeleton.tsx";
import { useReading } from "./use-reading.ts";

export default function DrawnFace({ view, picture, record, through, otherwise }: ChosenFace) {
  const description = useDescription();
  const { mayRead } = useRights();
  const now = useToday();
  // A page finds the list below a record, and the other face, each time anew.
  const [path, isElse] = [through?.path, otherwise !== undefined];
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are known by the path, and by being there
  const face = useMemo(
    () =>
      readableFace(
        { view, picture, record, ...(through && { through }), ...(otherwise && { otherwise }) },
        { description, now, mayRead },
      ),
    [description, view, picture, record, path, isElse, now, mayRead],
  );
  const content = useReading(face);
  if (content === null) return null;
  if (content === undefined) return face.room ? <FaceFigure {...face.room} draw={undefined} /> : <FaceSkeleton />;
  const { legend, ...drawn } = content;
  return <FaceFigure {...drawn} legend={legend.length > 0 && <SampledLegend entries={legend} />} />;
}
