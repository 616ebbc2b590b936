/** The face of a record from the picture `timeline`: its bar among those that went on at the same time. */
import { inOrder, orderOf } from "../../../../../kit/description/pages/page.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { knownUntilIn } from "../../../fields/known-until.ts";
import { isoOf } from "../../time/days.ts";
import { partsOf } from "../../timeline/parts.ts";
import type { FaceProps } from "../face-props.ts";
import { aGet, type FaceContext, type ReadableFace, type Reading, STATE } from "../reading.ts";
import { captionOf } from "./caption.ts";
import { drawingOf } from "./drawing.ts";
import { layoutOf } from "./layout.ts";
import { type Entries, membersOf, presenceIn } from "./members.ts";
import { isPlanned, neighborsOf } from "./neighbors.ts";
import { listOf, surroundingsOf } from "./surroundings.ts";

/** The height that is kept free until it is drawn: that of some rows. */
const USUAL_HEIGHT = 250;
const SAME_TIME = "At the same time";
/** The most members that are requested. */
const MOST_MEMBERS = 100;

/** Returns the face of a record among its neighbors. */
export function timelineFace(props: FaceProps, context: FaceContext): ReadableFace {
  return { room: { title: SAME_TIME, height: USUAL_HEIGHT }, read: () => read(props, context) };
}

function* read({ view, picture, record }: FaceProps, { description, now, mayRead }: FaceContext): Reading {
  const parts = partsOf(view, picture);
  if (!parts) return undefined;
  const presence = presenceIn(description, view);
  const list: string | undefined = presence && record._links[presence.include];
  const place = list === undefined ? undefined : description.at(list);
  const isReadable = place && mayRead(place.view);
  const [state, entries] = yield [STATE, aGet(isReadable ? `${list}?limit=${MOST_MEMBERS}` : undefined)];
  if (!state) return undefined;
  const knownUntil = knownUntilIn({ asOf: state.data_as_of, storedAt: state.data_stored_at });
  const surroundings = yield* surroundingsOf(view, record, parts, { now, knownUntil });
  if (!surroundings) return undefined;
  const { own, known } = surroundings;
  const received: Entries = {
    entries: place && entries ? inOrder(entries[place.view.plural] ?? [], orderOf(place.view)) : [],
    ...{ count: entries?.total_count ?? 0, parts: presence, title: place?.view.title ?? "id" },
  };
  const members = { members: membersOf(received, own, description), count: received.count };
  const neighbors = neighborsOf(surroundings);
  const { others, span } = neighbors;
  const hasEnd = own.to !== undefined && !own.isGoing;
  if (others.length === 0 && members.count === 0 && !hasEnd) return undefined;
  const label = `${own.title} among ${midSentence(view.heading)} at the same time`;
  const days = `from=${isoOf(span.from)}&to=${isoOf(span.to)}`;
  return {
    title: isPlanned(own, known) ? "Planned for the same time" : SAME_TIME,
    more: { "On the timeline": `${aspectOf(listOf(record), "timeline")}#${days}` },
    legend: [],
    draw: (width) => drawingOf(layoutOf(surroundings, members, { parts, width }), parts, label),
    height: USUAL_HEIGHT,
    caption: captionOf(own, neighbors, { heading: view.heading, parts, known }),
  };
}
