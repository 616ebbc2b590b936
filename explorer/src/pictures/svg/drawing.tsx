/** Draws SVG nodes as elements. Links lead to the pages of records. */
import { createElement, type ReactNode } from "react";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useRoving } from "../parts/use-roving.ts";
import { isolated } from "./isolated.ts";
import type { Drawing, SvgAttributes, SvgChild, SvgNode } from "./node.ts";

/** A drawing. Its links are one stop of the Tab key. */
export function SvgDrawing({ drawing, className = "" }: { readonly drawing: Drawing; readonly className?: string }) {
  const { width, height, label, nodes } = drawing;
  const links = linksIn(nodes);
  const { tabIndexOf, ...roving } = useRoving<SVGSVGElement>(links.map((_, index) => String(index)));
  const place = (link: SvgNode) => {
    const key = String(links.indexOf(link));
    return { "data-key": key, tabIndex: tabIndexOf(key) };
  };
  return (
    <svg
      className={`pic ${className}`}
      {...{ role: "group", width, height, ...roving }}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={label}
    >
      {nodes.map((node, index) => drawn(node, index, place))}
    </svg>
  );
}

/** Returns the element of a node. */
export function elementOf(node: SvgNode, key: number): ReactNode {
  return drawn(node, key, () => ({}));
}

function linksIn(nodes: readonly SvgChild[]): SvgNode[] {
  return nodes.flatMap((node) => {
    if (typeof node !== "object") return [];
    return node.tag === "a" ? [node] : linksIn(node.children);
  });
}

function drawn(node: SvgNode, key: number, place: (link: SvgNode) => object): ReactNode {
  const { tag, attributes, children } = node;
  const content = children.map((child: SvgChild, index) =>
    typeof child === "object" ? drawn(child, index, place) : isolated(child ?? ""),
  );
  if (tag !== "a") return createElement(tag, { key, ...named(attributes) }, ...content);
  const { href, ...rest } = attributes;
  return (
    <Link key={key} to={pageOf(String(href))} dir={undefined} {...named(rest)} {...place(node)}>
      {content}
    </Link>
  );
}

const RENAMED: Readonly<Record<string, string>> = { class: "className", tabindex: "tabIndex" };

/** Returns attributes by the names that React has for them: `className`, `textAnchor`; those of ARIA keep theirs. */
function named(attributes: SvgAttributes): Record<string, string | number | undefined> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name in RENAMED
        ? RENAMED[name]
        : /^(?:aria|data)-/.test(name)
          ? name
          : name.replace(/-(\w)/g, (_, next) => next.toUpperCase()),
      value,
    ]),
  );
}
