/** Puts a picture into a frame that says what it shows, how to read it, and where it is from. */
import { shorten, textWidth } from "../pictures/layout/text-width.ts";
import { SAMPLE_HEIGHT, type SampledEntry } from "../pictures/svg/legend-entry.ts";
import { px, type SvgAttributes, type SvgNode, svg } from "../pictures/svg/node.ts";
import { moved } from "./blocks.ts";
import { colorsOf, MONO, SANS, styleOf, type Theme } from "./look.ts";
import type { StandalonePicture } from "./picture.ts";
import { wrapped } from "./wrap.ts";

/** The service that a picture is from. */
export interface Origin {
  /** The name of the service. */
  readonly site: string;
  /** The address of the picture's page: `https://registry.example.org/rockets/-/timeline`. */
  readonly address: string;
  /** The day whose facts are drawn: `30 June 2025`. Undefined if the data do not say. */
  readonly factsOf: string | undefined;
  /** The day of the drawing. */
  readonly drawnOn: string;
}

/** The size of a picture in previews of links (16:9); otherwise, the height grows with what is drawn. */
export const WIDTH = 1_200;
const LEAST_HEIGHT = 675;
const MARGIN = 57;
/** The width of the drawing in its frame. */
export const INNER = WIDTH - 2 * MARGIN;

const TITLE = 28;
const TEXT = 15;
const SMALL = 13;
const LEADING = 20;
const LEGEND_LEADING = 24;
/** The words of the frame are wider than those of pictures. */
const WIDE = 1.1;
const SWATCH = 11;
const FOOT = 69;
const ABOVE_FOOT = 20;
/** The most lines that words and the legend each have in a preview. */
const MOST_LINES = 2;
/** The height of a preview that is left for its drawing, in pixels. */
export const PREVIEW_ROOM = 400;

/** The look of a frame, and whether it is as high as its drawing needs. */
export interface FrameLook {
  readonly theme: Theme;
  readonly size: "whole" | "preview";
}

/** Draws the frame around a picture. */
export function framed(picture: StandalonePicture, origin: Origin, { theme, size }: FrameLook): SvgNode {
  const { title, strip, sentences, legend, drawing } = picture;
  const most = size === "preview" ? MOST_LINES : Number.POSITIVE_INFINITY;
  const color = colorsOf(theme);
  const lines = shortened(wrapped(sentences.join(" "), INNER, WIDE * TEXT), most);
  const wordsTop = 93 + (strip?.height ?? 0);
  const legendTop = wordsTop + lines.length * LEADING + 12;
  const { nodes: legendNodes, height: legendHeight } = legendOf(legend, legendTop, { color, most });
  const top = legendTop + legendHeight + 4;
  const needed = Math.ceil(top + drawing.height + ABOVE_FOOT + FOOT);
  const height = size === "preview" ? LEAST_HEIGHT : Math.max(LEAST_HEIGHT, needed);
  // What is still too high for a preview is drawn smaller.
  const scale = Math.min(1, (height - top - ABOVE_FOOT - FOOT) / drawing.height);
  const place = `translate(${px(MARGIN + ((1 - scale) * INNER) / 2)} ${px(top)})`;
  const words = (size: number, more: SvgAttributes = {}) => ({ "font-size": size, fill: color("ink-2"), ...more });
  const foot = height - FOOT;
  const { site, address, factsOf, drawnOn } = origin;
  return svg(
    "svg",
    {
      ...{ xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` },
      ...{ role: "img", "aria-label": `${title}. ${sentences.join(" ")}`, "font-family": SANS },
    },
    svg("title", {}, title),
    svg(
      "style",
      {},
      styleOf([{ tag: "g", attributes: { class: FRAME }, children: drawing.nodes }, ...legendNodes], theme),
    ),
    svg("rect", { width: WIDTH, height, fill: color("sheet") }),
    svg(
      "text",
      { x: MARGIN, y: 63, ...words(TITLE, { "font-weight": 600, fill: color("ink") }) },
      shorten(title, INNER / WIDE, TITLE),
    ),
    ...(strip ? [moved(strip, MARGIN, 82)] : []),
    ...lines.map((line, index) => svg("text", { x: MARGIN, y: wordsTop + index * LEADING, ...words(TEXT) }, line)),
    ...legendNodes,
    svg("g", { class: FRAME, transform: scale < 1 ? `${place} scale(${scale.toFixed(3)})` : place }, ...drawing.nodes),
    svg("path", { d: `M${MARGIN} ${foot + 0.5}H${WIDTH - MARGIN}`, stroke: color("rule") }),
    svg(
      "text",
      { x: MARGIN, y: foot + 28, ...words(SMALL) },
      svg("tspan", { "font-weight": 600, fill: color("ink") }, site),
      factsOf === undefined ? "" : `, facts as of ${factsOf}`,
    ),
    svg("text", { x: MARGIN, y: foot + 48, ...words(SMALL, { "font-family": MONO }) }, cut(address)),
    svg("text", { x: WIDTH - MARGIN, y: foot + 48, ...words(SMALL), "text-anchor": "end" }, `drawn on ${drawnOn}`),
  );
}

/** Returns the first lines; the last of them says that there were more. */
function shortened(lines: readonly string[], most: number): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}

/** The classes of pages around what is drawn. */
const FRAME = "pic groups";

/** Characters of an address that have room beside the day. */
const MOST_ADDRESS = 116;

function cut(address: string): string {
  const text = address.replace(/^https?:\/\//, "");
  return text.length <= MOST_ADDRESS ? text : `${text.slice(0, MOST_ADDRESS - 1)}…`;
}

function legendOf(
  legend: readonly SampledEntry[],
  top: number,
  { color, most }: { readonly color: ReturnType<typeof colorsOf>; readonly most: number },
) {
  let [x, line] = [MARGIN, 0];
  const nodes = legend.flatMap(({ hue, sample, label, count = "" }) => {
    const mark = sample?.width ?? SWATCH;
    const width = mark + 7 + WIDE * textWidth(`${label} ${count}`, SMALL) + 20;
    if (x > MARGIN && x + width > WIDTH - MARGIN) [x, line] = [MARGIN, line + 1];
    if (line >= most) return [];
    const y = top + line * LEGEND_LEADING;
    const at = x;
    x += width;
    return [
      sample
        ? svg("g", { class: "pic series", transform: `translate(${px(at)} ${y - SAMPLE_HEIGHT})` }, ...sample.nodes)
        : svg("rect", {
            ...{ x: px(at), y: y - SWATCH + 1, width: SWATCH, height: SWATCH, rx: 1 },
            fill: color(`c${hue ?? 0}`),
          }),
      svg(
        "text",
        { x: px(at + mark + 7), y, "font-size": SMALL, fill: color("ink") },
        `${label} `,
        svg("tspan", { fill: color("ink-3") }, count),
      ),
    ];
  });
  return { nodes, height: legend.length === 0 ? 0 : (Math.min(most - 1, line) + 1) * LEGEND_LEADING };
}
