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
  const content = children.map((child: SvgChild) =>
    typeof child === "object" ? svgText(child, linked) : escaped(child ?? ""),
  );
  return `<${tag}${written.join("")}${content.length === 0 ? "/>" : `>${content.join("")}</${tag}>`}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
