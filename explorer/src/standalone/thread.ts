/**
 * The thread in which the service draws pictures. It reads the API through the service, which answers as to the caller of
 * the picture, and draws with the same code as pages.
 */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type {
  Drawn,
  DrawRequest,
  FromService,
  FromThread,
} from "../../../engine/http/pages/explorer/pictures/messages.ts";
import { describe } from "../../../kit/description/describe.ts";
import type { Description, Picture } from "../../../kit/description/model.ts";
import type { OpenApiDocument } from "../../../kit/description/openapi.ts";
import { pageOf } from "../address/address.ts";
import { atMoment, momentIn } from "../address/moment.ts";
import { dayOf } from "../pictures/time/days.ts";
import { undated } from "../requests/past/undated.ts";
import { dateText } from "../units.ts";
import { framed, INNER, PREVIEW_ROOM } from "./frame.ts";
import { bars } from "./kinds/bars.ts";
import { face } from "./kinds/face.ts";
import { groups } from "./kinds/groups.ts";
import { presence } from "./kinds/presence.ts";
import { scale } from "./kinds/scale.ts";
import { series } from "./kinds/series.ts";
import { timeline } from "./kinds/timeline.ts";
import { colorsOf, resolved } from "./look.ts";
import { NotDrawable, type StandalonePicture, type Subject } from "./picture.ts";
import { ownerOf, type Source } from "./source.ts";
import { svgText } from "./text.ts";

type Draw = (subject: Subject, source: Source) => Promise<StandalonePicture>;

const KINDS: Readonly<Partial<Record<Picture["kind"] | "groups" | "face", Draw>>> = {
  bars,
  face,
  groups,
  presence,
  scale,
  series,
  timeline,
};

const { document, fonts, rasterizer } = workerData as {
  readonly document: OpenApiDocument;
  readonly fonts: readonly string[];
  readonly rasterizer: string;
};
const port = parentPort!;
const waiting = new Map<number, PromiseWithResolvers<string>>();
let lastRead = 0;
let description: Description | undefined;
let ready: Promise<readonly Uint8Array[]> | undefined;

port.on("message", (message: FromService) => {
  if ("draw" in message) void draw(message);
  else if (message.text === undefined) waiting.get(message.read)?.reject(new Error("It was refused."));
  else waiting.get(message.read)?.resolve(message.text);
});

async function draw({ draw: drawn, request }: { readonly draw: number; readonly request: DrawRequest }): Promise<void> {
  try {
    reply({ drawn, picture: await pictureOf(drawn, request) });
  } catch (error) {
    reply(error instanceof NotDrawable ? { drawn, refused: error.message } : { drawn, failed: String(error) });
  }
}

function reply(message: FromThread): void {
  port.postMessage(message);
}

async function pictureOf(id: number, request: DrawRequest): Promise<NonNullable<Drawn["picture"]>> {
  description ??= describe(document);
  const { kind, path, search, settings, theme, size, format, address, day } = request;
  const view = description.at(path)?.view;
  const kindOf = KINDS[kind as Picture["kind"]];
  const picture = view?.pictures.find((each) => each.kind === kind);
  if (!view || !kindOf) throw new NotDrawable("The service does not draw this picture.");
  const source = sourceFor(id, search, { description, now: dayOf(day)! });
  const subject = { view, picture, path, search, settings: new URLSearchParams(settings), width: INNER };
  const height = size === "preview" ? PREVIEW_ROOM : undefined;
  const content = await kindOf({ ...subject, height, colorOf: colorsOf(theme) }, source);
  const owner = (await ownerOf(source, path)) ?? "";
  const title = content.title.includes(owner) ? content.title : `${owner}: ${content.title}`;
  const { data_as_of: asOf } = await source.get("/api");
  const node = framed(
    { ...content, title },
    {
      site: description.title,
      address,
      factsOf: asOf === undefined ? undefined : dateText(asOf),
      drawnOn: dateText(day),
    },
    { theme, size },
  );
  const root = new URL(address).origin;
  const svg = svgText(node, {
    linked: (apiPath) => root + pageOf(apiPath),
    resolved: (value) => resolved(value, theme),
  });
  return format === "svg" ? svg : await rasterized(svg);
}

/** Starts the rasterizer, and reads its fonts. */
async function startRasterizer(): Promise<readonly Uint8Array[]> {
  await initWasm(readFileSync(rasterizer));
  return fonts.map((path) => readFileSync(path));
}

async function rasterized(svg: string): Promise<Uint8Array> {
  ready ??= startRasterizer();
  const fontBuffers = await ready;
  return new Resvg(svg, { font: { fontBuffers: [...fontBuffers], defaultFontFamily: "Archivo SemiBold" } })
    .render()
    .asPng();
}

/** Paths that have no past: the state of the data, and the caller. */
const PRESENT: readonly string[] = ["/api", "/api/me"];

/** The API at the moment of a query, each path read once. */
function sourceFor(draw: number, search: string, known: Pick<Source, "description" | "now">): Source {
  const moment = momentIn(search);
  const answers = new Map<string, Promise<string>>();
  const read = (path: string): Promise<string> => {
    const dated = moment === undefined || PRESENT.includes(path) ? path : atMoment(path, moment);
    const answer = answers.get(dated) ?? requested(draw, dated);
    answers.set(dated, answer);
    return answer;
  };
  return {
    ...known,
    get: async (path) => undated(JSON.parse(await read(path))),
    records: async (path) => {
      const lines = await read(`${path}${path.includes("?") ? "&" : "?"}format=ndjson`);
      return lines
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => undated(JSON.parse(line)));
    },
  };
}

function requested(draw: number, path: string): Promise<string> {
  lastRead += 1;
  const answer = Promise.withResolvers<string>();
  const read = lastRead;
  waiting.set(read, answer);
  reply({ read, path, draw });
  return answer.promise.finally(() => waiting.delete(read));
}
