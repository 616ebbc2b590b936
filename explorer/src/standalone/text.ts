/** Writes SVG nodes as text. */
import type { SvgChild, SvgNode } from "../pictures/svg/node.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Attributes of a page: what is pointed at, and what the Tab key stops at. */
const OF_PAGES = /^(?:data-|tabindex$)/;

/** Writes a node. @param linked writes where a link leads, from the path of a record in the API */
export function svgText({ tag, attributes, children }: SvgNode, linked: (path: string) => string): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || OF_PAGES.test(name)) return [];
    return [` ${name}="${escaped(tag === "a" && name === "href" ? linked(String(value)) : String(value))}"`];
  });
  const words = tag === "text" || tag === "tspan" ? raised : escaped;
  const content = children.map((child: SvgChild) =>
    typeof child === "object" ? svgText(child, linked) : words(child ?? ""),
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
