/** Writes SVG nodes as text. */
import { isolated } from "../pictures/svg/isolated.ts";
import type { SvgChild, SvgNode } from "../pictures/svg/node.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Attributes of a page: what is pointed at, and what the Tab key stops at. */
const OF_PAGES = /^(?:data-|tabindex$)/;

/** The values of attributes of a page, as a file has them. */
export interface FileValues {
  /** Writes where a link leads, from the path of a record in the API. */
  readonly linked: (path: string) => string;
  /** Writes a value without variables. */
  readonly resolved: (value: string) => string;
}

/** Attributes that may have a variable. */
const PAINTS = /^(?:fill|stroke|stop-color)$/;

/** Writes a node. */
export function svgText({ tag, attributes, children }: SvgNode, values: FileValues): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || OF_PAGES.test(name)) return [];
    const write = tag === "a" && name === "href" ? values.linked : PAINTS.test(name) ? values.resolved : String;
    return [` ${name}="${escaped(write(String(value)))}"`];
  });
  const words = tag === "text" || tag === "tspan" ? (text: string) => raised(isolated(text)) : escaped;
  const content = children.map((child: SvgChild) =>
    typeof child === "object" ? svgText(child, values) : words(child ?? ""),
  );
  return `<${tag}${written.join("")}${content.length === 0 ? "/>" : `>${content.join("")}</${tag}>`}`;
}

/** Exponents of which the font of pictures has not all digits: `10⁻⁷`. */
const EXPONENT = /([⁰¹²³⁴-⁹⁻]*[⁰⁴-⁹⁻][⁰¹²³⁴-⁹⁻]*)/;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Writes words. Exponents are small digits that stand higher. */
function raised(text: string): string {
  const parts = text.split(EXPONENT);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return `<tspan dy="-4" font-size="8">${flat(part)}</tspan>`;
      return index === 0 || part === "" ? escaped(part) : `<tspan dy="4">${escaped(part)}</tspan>`;
    })
    .join("");
}

function flat(exponent: string): string {
  return exponent.replace("⁻", "−").replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(RAISED.indexOf(digit)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
