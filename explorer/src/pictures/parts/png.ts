/**
 * A picture as PNG. It is painted with the styles and fonts of the page, from the shapes of its SVG and its canvases:
 * an SVG loaded as an image would have neither.
 */

const SHAPES = "canvas, circle, path, rect, line, text, h2, [data-in-png]";
/** Elements that are only referred to, not drawn where they stand. */
const REFERRED = "defs, clipPath, pattern, symbol, [data-not-in-png]";
const MARGIN = 24;
const TITLE = 44;
const MIN_SCALE = 2;

/** Paints what is inside an element, below a title. */
export async function pngOf(root: HTMLElement, title: string): Promise<Blob> {
  const { width, height } = root.getBoundingClientRect();
  const scale = Math.max(MIN_SCALE, devicePixelRatio);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil((width + 2 * MARGIN) * scale);
  canvas.height = Math.ceil((height + 2 * MARGIN + TITLE) * scale);
  const context = canvas.getContext("2d")!;
  const page = getComputedStyle(document.body);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(MARGIN, MARGIN);
  context.fillStyle = page.color;
  context.font = `600 20px ${page.fontFamily}`;
  context.textBaseline = "alphabetic";
  context.fillText(title, 0, 18);
  context.translate(0, TITLE);
  paintInside(context, root);
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), "image/png"));
}

function paintInside(context: CanvasRenderingContext2D, root: HTMLElement): void {
  const origin = root.getBoundingClientRect();
  for (const element of root.querySelectorAll<HTMLElement | SVGGraphicsElement>(SHAPES)) {
    if (element.closest(REFERRED) || !element.checkVisibility({ visibilityProperty: true })) continue;
    context.save();
    if (element instanceof HTMLCanvasElement) {
      const box = element.getBoundingClientRect();
      if (element.width > 0) context.drawImage(element, box.x - origin.x, box.y - origin.y, box.width, box.height);
    } else if (element instanceof HTMLElement) {
      paintWords(context, element, origin);
    } else {
      context.translate(-origin.x, -origin.y);
      const { a, b, c, d, e, f } = element.getScreenCTM()!;
      context.transform(a, b, c, d, e, f);
      paintShape(context, element);
    }
    context.restore();
  }
}

/** Paints the title of a part of the picture, and other words that are no part of a drawing. */
function paintWords(context: CanvasRenderingContext2D, element: HTMLElement, origin: DOMRect): void {
  const { color, fontSize, fontWeight, fontFamily } = getComputedStyle(element);
  const { x, y, height } = element.getBoundingClientRect();
  context.fillStyle = color;
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  context.textBaseline = "middle";
  context.fillText(element.innerText, x - origin.x, y + height / 2 - origin.y);
}

function paintShape(context: CanvasRenderingContext2D, element: SVGGraphicsElement): void {
  const style = getComputedStyle(element);
  context.globalAlpha = opacityOf(element);
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.lineCap = style.strokeLinecap as CanvasLineCap;
  context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  context.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(Number.parseFloat));
  const text = element instanceof SVGTextContentElement ? element : undefined;
  const path = text ? undefined : new Path2D(outlineOf(element));
  const paint = (part: "fill" | "stroke", alpha: string) => {
    if (style[part] === "none" || style[part].startsWith("url")) return;
    context.save();
    context.globalAlpha *= Number(alpha);
    context[`${part}Style`] = style[part];
    if (path) context[part](path);
    else paintText(context, text!, part);
    context.restore();
  };
  const isStrokeFirst = style.paintOrder.startsWith("stroke");
  if (isStrokeFirst) paint("stroke", style.strokeOpacity);
  paint("fill", style.fillOpacity);
  if (!isStrokeFirst) paint("stroke", style.strokeOpacity);
}

/** Returns the outline of a shape as path data. */
function outlineOf(element: SVGGraphicsElement): string {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  const [x, y] = [number("x"), number("y")];
  switch (element.tagName) {
    case "circle": {
      const r = number("r");
      return `M${number("cx") - r} ${number("cy")}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    case "rect":
      return `M${x} ${y}h${number("width")}v${number("height")}h${-number("width")}z`;
    case "line":
      return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
    default:
      return element.getAttribute("d") ?? "";
  }
}

/** Paints a text, part by part: each may have its own font and place. */
function paintText(context: CanvasRenderingContext2D, text: SVGTextContentElement, part: "fill" | "stroke"): void {
  let index = 0;
  for (const node of text.childNodes) {
    const content = node.textContent ?? "";
    if (content === "") continue;
    const style = getComputedStyle(node instanceof Element ? node : text);
    const at = text.getStartPositionOfChar(index);
    index += content.length;
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fontStretch = Number.parseFloat(style.fontStretch) < 94 ? "semi-condensed" : "normal";
    if (part === "fill") context.fillText(content, at.x, at.y);
    else context.strokeText(content, at.x, at.y);
  }
}

/** Returns the opacity of an element within those around it. */
function opacityOf(element: Element): number {
  let opacity = 1;
  for (let each: Element | null = element; each; each = each.parentElement)
    opacity *= Number(getComputedStyle(each).opacity);
  return opacity;
}
