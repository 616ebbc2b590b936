/**
 * Draws SVG nodes by the methods of a canvas. Pictures with many marks are drawn on a canvas in the browser (10,000 bars a
 * frame need it); by this, the same drawing leaves as SVG.
 */
import { textWidth } from "../layout/text-width.ts";
import { px, type SvgAttributes, type SvgNode, svg } from "./node.ts";

/** The part of a canvas's context that pictures are drawn with. */
export type DrawingContext = Pick<
  CanvasRenderingContext2D,
  | ("save" | "restore" | "beginPath" | "moveTo" | "lineTo" | "rect" | "arc" | "clip" | "fill" | "stroke" | "fillRect")
  | ("strokeRect" | "fillText" | "strokeText" | "setLineDash" | "createLinearGradient")
  | ("fillStyle" | "strokeStyle" | "lineWidth" | "lineJoin" | "globalAlpha" | "font" | "textAlign")
> & { measureText(text: string): { readonly width: number } };

/** The state that `save` keeps. */
interface State {
  readonly fillStyle: string | CanvasGradient | CanvasPattern;
  readonly strokeStyle: string | CanvasGradient | CanvasPattern;
  readonly lineWidth: number;
  readonly lineJoin: CanvasLineJoin;
  readonly globalAlpha: number;
  readonly font: string;
  readonly textAlign: CanvasTextAlign;
  readonly dashes: readonly number[];
  /** The place where nodes are added: the group that is clipped, or the drawing. */
  readonly group: SvgNode[];
}

const ANCHORS: Readonly<Record<string, string>> = { center: "middle", right: "end", end: "end" };
/** `semi-condensed 600 11px Archivo`. */
const FONT = /^(semi-condensed )?(\d+) ([\d.]+)px/;

/** A context whose drawing is read from `nodes`. Arcs are whole circles, and text keeps to the font of the drawing. */
export class SvgContext implements DrawingContext {
  readonly nodes: SvgNode[] = [];
  fillStyle: State["fillStyle"] = "#000";
  strokeStyle: State["strokeStyle"] = "#000";
  lineWidth = 1;
  lineJoin: CanvasLineJoin = "miter";
  globalAlpha = 1;
  font = "420 11px sans-serif";
  textAlign: CanvasTextAlign = "left";
  private dashes: readonly number[] = [];
  private group = this.nodes;
  private path = "";
  private readonly saved: State[] = [];
  /** The looks of texts that were stroked. */
  private readonly halos = new WeakMap<SvgNode, SvgAttributes>();
  private readonly ids: string;
  private definitions = 0;

  /** @param ids what the ids of its definitions begin with */
  constructor(ids = "d") {
    this.ids = ids;
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, globalAlpha, font, textAlign, dashes, group } = this;
    this.saved.push({ fillStyle, strokeStyle, lineWidth, lineJoin, globalAlpha, font, textAlign, dashes, group });
  }

  restore(): void {
    Object.assign(this, this.saved.pop());
  }

  beginPath(): void {
    this.path = "";
  }

  moveTo(x: number, y: number): void {
    this.path += `M${px(x)} ${px(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.path += `L${px(x)} ${px(y)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path += boxPath(x, y, width, height);
  }

  arc(x: number, y: number, radius: number): void {
    const r = px(radius);
    const half = (width: number) => `a${r} ${r} 0 1 0 ${width} 0`;
    this.path += `M${px(x - r)} ${px(y)}${half(px(2 * r))}${half(px(-2 * r))}z`;
  }

  clip(): void {
    const id = this.define("clipPath", {}, [svg("path", { d: this.path })]);
    const children: SvgNode[] = [];
    this.group.push({ tag: "g", attributes: { "clip-path": `url(#${id})` }, children });
    this.group = children;
  }

  fill(): void {
    this.addPath(this.path, { fill: this.paint(this.fillStyle), "fill-opacity": this.alpha });
  }

  stroke(): void {
    this.addPath(this.path, { fill: "none", ...this.line });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.addPath(boxPath(x, y, width, height), { fill: this.paint(this.fillStyle), "fill-opacity": this.alpha });
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.addPath(boxPath(x, y, width, height), { fill: "none", ...this.line });
  }

  fillText(text: string, x: number, y: number): void {
    this.addText(text, x, y, { fill: this.paint(this.fillStyle), "fill-opacity": this.alpha });
  }

  strokeText(text: string, x: number, y: number): void {
    this.addText(text, x, y, { fill: "none", ...this.line });
  }

  measureText(text: string): { readonly width: number } {
    return { width: textWidth(text, Number(FONT.exec(this.font)?.[3] ?? 11)) };
  }

  setLineDash(dashes: readonly number[]): void {
    this.dashes = dashes;
  }

  createLinearGradient(x1: number, y1: number, x2: number, y2: number): CanvasGradient {
    const stops: SvgNode[] = [];
    const place = { x1: px(x1), y1: px(y1), x2: px(x2), y2: px(y2), gradientUnits: "userSpaceOnUse" };
    const id = this.define("linearGradient", place, stops);
    return new SvgGradient(id, stops);
  }

  private get alpha(): number | undefined {
    return this.globalAlpha === 1 ? undefined : Math.round(this.globalAlpha * 100) / 100;
  }

  private get line(): SvgAttributes {
    return {
      stroke: this.paint(this.strokeStyle),
      "stroke-width": this.lineWidth,
      "stroke-opacity": this.alpha,
      "stroke-linejoin": this.lineJoin === "miter" ? undefined : this.lineJoin,
      "stroke-dasharray": this.dashes.length === 0 ? undefined : this.dashes.join(" "),
    };
  }

  private paint(style: State["fillStyle"]): string {
    return style instanceof SvgGradient ? `url(#${style.id})` : String(style);
  }

  /** Adds a path. What looks like the one before becomes a part of it: an area has a thousand columns. */
  private addPath(d: string, attributes: SvgAttributes): void {
    const last = this.group.at(-1);
    const isSame = last?.tag === "path" && attributes["fill-opacity"] === undefined && looksLike(last, attributes);
    if (isSame) this.group[this.group.length - 1] = svg("path", { ...last.attributes, d: `${last.attributes.d}${d}` });
    else this.group.push(svg("path", { ...attributes, d }));
  }

  /** Adds a text. One that was stroked in the same place is its halo. Its look wins over that of texts of pages. */
  private addText(text: string, x: number, y: number, look: SvgAttributes): void {
    const [, narrow, weight, size] = FONT.exec(this.font) ?? [];
    const place = { x: px(x), y: px(y), "text-anchor": ANCHORS[this.textAlign] };
    const font = { "font-size": `${size}px`, "font-weight": weight, "font-stretch": narrow?.trim() };
    const last = this.group.at(-1);
    const halo = last && this.halos.get(last);
    const isHalo = halo !== undefined && last?.children[0] === text && looksLike(last, place);
    if (isHalo) this.group.pop();
    const whole = isHalo ? { ...halo, ...look, "paint-order": "stroke" } : { ...font, ...look };
    const node = svg("text", { ...place, style: styleOf(whole) }, text);
    if (look.fill === "none") this.halos.set(node, whole);
    this.group.push(node);
  }

  private define(tag: "clipPath" | "linearGradient", attributes: SvgAttributes, children: SvgNode[]): string {
    this.definitions += 1;
    const id = `${this.ids}${this.definitions}`;
    this.nodes.push({ tag: "defs", attributes: {}, children: [{ tag, attributes: { id, ...attributes }, children }] });
    return id;
  }
}

/** A gradient that is a definition of the drawing. */
class SvgGradient implements CanvasGradient {
  readonly id: string;
  private readonly stops: SvgNode[];

  constructor(id: string, stops: SvgNode[]) {
    this.id = id;
    this.stops = stops;
  }

  addColorStop(offset: number, color: string): void {
    this.stops.push(svg("stop", { offset, "stop-color": color }));
  }
}

function boxPath(x: number, y: number, width: number, height: number): string {
  return `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;
}

function styleOf(look: SvgAttributes): string {
  return Object.entries(look)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(";");
}

/** Returns whether a node has these attributes. */
function looksLike({ attributes }: SvgNode, look: SvgAttributes): boolean {
  return Object.entries(look).every(([name, value]) => attributes[name] === value);
}
