/** A scale that stands alone: bodies to size and by distance, or their paths. */
import { closedOf } from "../../pictures/faces/scale/ellipses.ts";
import { captionOf } from "../../pictures/scale/around/caption.ts";
import { drawBody, drawWays, movedIn } from "../../pictures/scale/around/draw.ts";
import { panelsOf } from "../../pictures/scale/around/panels.ts";
import { discsOf, fieldOf, MOST_DRAWN, type ScaleList } from "../../pictures/scale/bodies.ts";
import { type Captions, captionsOf } from "../../pictures/scale/captions.ts";
import { drawDistances } from "../../pictures/scale/draw/distances.ts";
import { drawSizes } from "../../pictures/scale/draw/sizes.ts";
import { familyListsOf, familyOf, familyPathsOf } from "../../pictures/scale/family.ts";
import { distancesOf, drawnOf, farOf } from "../../pictures/scale/layout/distances.ts";
import { sizesOf } from "../../pictures/scale/layout/sizes.ts";
import { distanceNotes, distanceTitle, pathsTitle, sizeNotes, sizesTitle } from "../../pictures/scale/notes.ts";
import { chosenIn, knownIn, knownPathOf, type Shown, shownOf } from "../../pictures/scale/shown.ts";
import { svg } from "../../pictures/svg/node.ts";
import { countText } from "../../units.ts";
import { type Block, stacked } from "../blocks.ts";
import { legendOf } from "../legend.ts";
import { NO_VALUES, NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import { type Source, sentencesOf } from "../source.ts";

/** A drawing, and what has to be said with it. */
interface Part extends Block {
  readonly title: string;
  readonly notes: readonly string[];
  /** The number of bodies that are drawn. */
  readonly count: number;
}

/** The captions of what is shown, and of the body in the center. */
interface Words {
  readonly captions: Captions;
  readonly centerCaptions: Captions;
}

/** The room above the axis of distances, with its title. */
const HEADING = 64;

/** Draws the bodies of a list, or those around one (`body`); `show=paths` draws their paths. */
export async function scale(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, picture, path, search, settings, width } = subject;
  if (!picture) throw new NotDrawable("The list has no bodies to draw.");
  const own = { view, picture, path };
  const lists = familyListsOf(source.description, own);
  const chosen = chosenIn(own, settings);
  const paths = familyPathsOf(lists, { path, search }, chosen);
  const [bodies, centers, counts, around] = await Promise.all([
    source.records(paths.own),
    paths.centers === undefined ? undefined : source.records(paths.centers),
    paths.counts === undefined ? undefined : source.get(paths.counts),
    paths.around === undefined ? undefined : source.records(paths.around),
  ]);
  const family = familyOf(lists, { own: bodies, centers, counts: counts?.groups, around }, chosen);
  const shown = shownOf(own, family, settings);
  const captionsFor = async (list: ScaleList) => captionsOf(shown.units, await knownFor(list, source));
  const words = {
    captions: await captionsFor(shown.list),
    centerCaptions: await captionsFor(family.inner ?? shown.list),
  };
  const part = shown.show === "paths" ? pathsPart(shown, words, width) : sizesPart(shown, words, subject);
  if (!part) throw new NotDrawable(NO_VALUES);
  const colour = shown.isAround ? undefined : fieldOf(view, picture, "colour");
  const categories = drawnOf(shown.bodies).map(({ category }) => category);
  return {
    title: part.title,
    sentences: [
      ...(await sentencesOf(source, shown.list.view, shown.list.view === view ? search : "", part.count)),
      ...part.notes,
    ],
    legend: await legendOf(subject, source, colour, categories),
    drawing: {
      ...{ width, height: part.height, label: part.title },
      nodes: [svg("g", { class: "scale" }, ...part.nodes)],
    },
  };
}

async function knownFor(list: ScaleList, source: Source) {
  const path = knownPathOf(source.description, list);
  return path === undefined ? undefined : knownIn(list, await source.get(path));
}

function pathsPart({ bodies, center, units, list }: Shown, { captions }: Words, width: number): Part {
  const closed = closedOf(farOf(bodies).slice(0, MOST_DRAWN));
  const radius = units.radius === units.distance ? (center?.radius ?? 0) : 0;
  const { height, panels } = panelsOf(closed, radius, width);
  const dots = panels
    .flatMap((panel) => movedIn(panel, 0))
    .map((moved) => svg("g", { transform: moved.transform }, drawBody(moved, captions.whole(moved.body, center))));
  return {
    ...{ height, title: pathsTitle(list.view.heading, center), count: closed.length },
    nodes: [...drawWays(panels, center, units.distance), ...dots],
    notes: [captionOf(closed, bodies.length)],
  };
}

/** Draws sizes, and below them distances, for which a preview has no room. */
function sizesPart(shown: Shown, words: Words, { width, height }: Pick<Subject, "width" | "height">): Part | undefined {
  const sizes = sizeFigure(shown, words, width);
  const distances = height === undefined || !sizes ? distanceFigure(shown, words, width) : undefined;
  const figures = [sizes, distances].filter((figure) => figure !== undefined);
  if (figures.length === 0) return undefined;
  const title = svg("text", { class: "body-name", x: 0, y: HEADING - 24 }, distanceTitle(shown.center));
  const heading = { height: HEADING, nodes: [title] };
  return {
    title: sizesTitle(shown.list.view.heading, shown.center),
    count: drawnOf(shown.bodies).length,
    notes: figures.flatMap(({ notes }) => notes),
    ...stacked([...(sizes ? [sizes] : []), ...(distances ? [heading, distances] : [])]),
  };
}

type Figure = Omit<Part, "title" | "count">;

function sizeFigure({ bodies, center, units, list }: Shown, words: Words, width: number): Figure | undefined {
  const discs = discsOf(bodies);
  if (discs.length === 0) return undefined;
  const { heading } = list.view;
  const placed = sizesOf({ discs, center, units, ...words, heading }, width);
  const { layout, left, bleed } = placed;
  const unknown = bodies.length - discs.length;
  return {
    height: layout.height,
    nodes: drawSizes(layout, { unit: units.radius, captions: words.captions, bleed }),
    notes: [
      "All radii have the same scale.",
      sizeNotes(placed, center),
      left.length > 0 ? `${countText(left.length)} smaller than ${words.captions.radius(left[0]!)} are not drawn.` : "",
      unknown > 0 ? `${countText(unknown)} without a radius ${unknown === 1 ? "is" : "are"} not drawn to size.` : "",
    ].filter(Boolean),
  };
}

/** The axis is logarithmic: one in proportion is longer than a page. */
function distanceFigure({ bodies, units }: Shown, { captions }: Words, width: number): Figure | undefined {
  const far = farOf(bodies);
  if (far.length === 0) return undefined;
  const layout = distancesOf(far.slice(0, MOST_DRAWN), width, false);
  return {
    height: layout.height,
    nodes: drawDistances(layout, { unit: units.distance, captions }),
    notes: [distanceNotes(false, bodies.length - far.length)],
  };
}
