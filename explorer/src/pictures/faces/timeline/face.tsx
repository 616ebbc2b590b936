/** The face of a record from the picture `timeline`: its bar among those that went on at the same time. */
import { useMemo } from "react";
import { midSentence } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { isoOf } from "../../time/days.ts";
import { partsOf, type TimelineParts } from "../../timeline/parts.ts";
import type { FaceProps } from "../face-props.ts";
import { FaceFigure } from "../figure.tsx";
import { captionOf } from "./caption.ts";
import { drawingOf } from "./drawing.ts";
import { layoutOf } from "./layout.ts";
import { membersOf } from "./members.ts";
import { isPlanned, neighborsOf } from "./neighbors.ts";
import { useMembers } from "./use-members.ts";
import { listOf, useSurroundings } from "./use-surroundings.ts";

/** The height that is kept free until it is drawn: that of some rows. */
const USUAL_HEIGHT = 250;

export default function TimelineFace(props: FaceProps) {
  const { view, picture } = props;
  const parts = useMemo(() => partsOf(view, picture), [view, picture]);
  return parts ? <Surrounded {...props} parts={parts} /> : null;
}

function Surrounded({ view, record, parts }: FaceProps & { readonly parts: TimelineParts }) {
  const description = useDescription();
  const surroundings = useSurroundings(view, record, parts);
  const read = useMembers(view, record);
  if (surroundings === null) return null;
  if (!surroundings || !read) return <FaceFigure title={SAME_TIME} draw={undefined} height={USUAL_HEIGHT} />;
  const { own, known } = surroundings;
  const members = { members: membersOf(read, own, description), count: read.count };
  const neighbors = neighborsOf(surroundings);
  const { others, span } = neighbors;
  const hasEnd = own.to !== undefined && !own.isGoing;
  if (others.length === 0 && members.count === 0 && !hasEnd) return null;
  const label = `${own.title} among ${midSentence(view.heading)} at the same time`;
  const days = `from=${isoOf(span.from)}&to=${isoOf(span.to)}`;
  return (
    <FaceFigure
      title={isPlanned(own, known) ? "Planned for the same time" : SAME_TIME}
      more={{ "On the timeline": `${aspectOf(listOf(record), "timeline")}#${days}` }}
      draw={(width) => drawingOf(layoutOf(surroundings, members, { parts, width }), parts, label)}
      height={USUAL_HEIGHT}
      caption={captionOf(own, neighbors, { heading: view.heading, parts, known })}
    />
  );
}

const SAME_TIME = "At the same time";
