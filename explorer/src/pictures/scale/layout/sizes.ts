/** All bodies to one size: in the order of their distance if that is theirs, otherwise by size. */
import { type Body, type Disc, discsOf, MOST_DRAWN } from "../bodies.ts";
import type { Captions } from "../captions.ts";
import { BLEED, bySize } from "./by-size.ts";
import { bySizeNarrow, sideBySideNarrow } from "./narrow.ts";
import type { Layout } from "./placed.ts";
import { sideBySide } from "./side-by-side.ts";

/** The most that stand in the order of their distance, each with its name. */
const MOST_NAMED = 40;
const NARROW = 560;

/** Bodies to draw to size. */
export interface Sizes {
  /** The largest first. */
  readonly discs: readonly Disc[];
  readonly center: Body | undefined;
  readonly units: { readonly radius: string };
  readonly captions: Captions;
  readonly centerCaptions: Captions;
  /** Their name: `Bodies`. */
  readonly heading: string;
}

/** Bodies in their places. */
export interface PlacedSizes {
  readonly layout: Layout;
  readonly drawn: readonly Disc[];
  /** The smallest, which are not drawn. */
  readonly left: readonly Disc[];
  readonly isInOrder: boolean;
  /** The reach of the lines above and below. */
  readonly bleed: number;
}

/** Places bodies. */
export function sizesOf({ discs, center, captions, centerCaptions }: Sizes, width: number): PlacedSizes {
  const drawn = discs.slice(0, MOST_DRAWN);
  const isInOrder =
    center === undefined &&
    drawn.length <= MOST_NAMED &&
    drawn.every(({ distance, around }) => distance !== undefined && distance > 0 && around === undefined);
  const isNarrow = width < NARROW;
  const [disc] = discsOf(center ? [center] : []);
  const labels = center
    ? { ...captions, times: (body: Disc) => (body === disc ? centerCaptions : captions).times(body) }
    : captions;
  const inOrder = isInOrder ? [...drawn].sort((a, b) => a.distance! - b.distance!) : [];
  const layout = isInOrder
    ? (isNarrow ? sideBySideNarrow : sideBySide)(inOrder, width, labels)
    : (isNarrow ? bySizeNarrow : bySize)(drawn, disc, width, labels);
  return { layout, drawn, isInOrder, left: discs.slice(MOST_DRAWN), bleed: center && !isNarrow ? BLEED : 0 };
}
