/** The face of a record that stands alone: the facts that it leads with, and its picture, if it has one. */
import { embeddedRelations } from "../../fields/embedded-relations.ts";
import { layoutOf } from "../../fields/record/layout.ts";
import { relationsOf, withNames } from "../../fields/record/relations.ts";
import { faceOf } from "../../pictures/faces/choose.ts";
import { readableFace } from "../../pictures/faces/readable.ts";
import { carriedOut } from "../../pictures/faces/reading.ts";
import { type Drawing, svg } from "../../pictures/svg/node.ts";
import type { Data } from "../../requests/data.ts";
import { mayReadAs } from "../../requests/rights/may-read.ts";
import type { Block } from "../blocks.ts";
import { factStrip } from "../facts.ts";
import { NotDrawable, type StandalonePicture, type Subject } from "../picture.ts";
import type { Source } from "../source.ts";
import { wrapped } from "../wrap.ts";

/** The size of the words of a record without a picture, and the distance of their lines. */
const TEXT = 20;
const LEADING = 28;
const MOST_LINES = 6;

/** Draws a record. */
export async function face(subject: Subject, source: Source): Promise<StandalonePicture> {
  const { view, path, search, width, height, colorOf } = subject;
  const { description, now } = source;
  const place = description.at(path);
  if (place?.kind !== "record") throw new NotDrawable("There is no record to draw.");
  const me = await source.get("/api/me");
  const mayRead = mayReadAs(me as Parameters<typeof mayReadAs>[0], me.kind !== "anonymous");
  const record = await source.get(withNames(description, view, path, search, embeddedRelations(description, mayRead))!);
  const chosen = faceOf(description, view, record, relationsOf(description, place, record), mayRead);
  const content =
    chosen &&
    (await carriedOut(readableFace(chosen, { description, now, mayRead }).read(), (request) =>
      request.isList ? source.records(request.path) : source.get(request.path),
    ));
  const title = String(view.kind === "single" ? view.heading : (record[view.title] ?? record.id));
  if (!content) {
    const strip = factStrip(view, record, { width, size: "large", colorOf });
    return { title, strip, sentences: [], legend: [], drawing: { ...textOf(subject, record), width, label: title } };
  }
  const strip = factStrip(view, record, { width, size: "small", colorOf });
  const room = height && height - strip.height;
  return {
    ...{ title, strip, legend: content.legend },
    sentences: [`${content.title}.`, content.caption],
    drawing: { ...enlarged(content.draw, width, room), label: `${title}: ${content.title}` },
  };
}

/** The factors by which a drawing may be larger, so that its words can be read in a small preview. */
const FACTORS = [1.6, 1.45, 1.3, 1.15];

/** Draws as large as there is room. */
function enlarged(draw: (width: number) => Drawing, width: number, room: number | undefined): Drawing {
  for (const factor of room === undefined ? [] : FACTORS) {
    const { height, nodes, label } = draw(width / factor);
    if (height * factor <= room!)
      return { width, height: height * factor, label, nodes: [svg("g", { transform: `scale(${factor})` }, ...nodes)] };
  }
  return draw(width);
}

/** Draws the beginning of the long text of a record. */
function textOf({ view, width, colorOf }: Subject, record: Data): Block {
  const { lede } = layoutOf(view, record);
  const text = String((lede && record[lede.name]) ?? "");
  const lines = text === "" ? [] : wrapped(text.replace(/\s+/g, " "), width, TEXT * 1.1);
  const nodes = lines.slice(0, MOST_LINES).map((line, index) => {
    const isCut = index === MOST_LINES - 1 && lines.length > MOST_LINES;
    const place = { x: 0, y: LEADING * (index + 1), fill: colorOf("ink-2"), style: `font-size:${TEXT}px` };
    return svg("text", place, isCut ? `${line} …` : line);
  });
  return { height: LEADING * (nodes.length + 1), nodes };
}
