/** Draws SVG nodes as elements. Links lead to the pages of records. */
import { createElement, type ReactNode } from "react";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import type { Drawing, SvgAttributes, SvgChild, SvgNode } from "./node.ts";

/** A drawing. */
export function SvgDrawing({ drawing, className = "" }: { readonly drawing: Drawing; readonly className?: string }) {
  const { width, height, label, nodes } = drawing;
  return (
    <svg
      className={`pic ${className}`}
      {...{ role: "group", width, height }}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={label}
    >
      {nodes.map(elementOf)}
    </svg>
  );
}

/** Returns the element of a node. */
export function elementOf({ tag, attributes, children }: SvgNode, key: number): ReactNode {
  const content = children.map((child: SvgChild, index) =>
    typeof child === "object" ? elementOf(child, index) : child,
  );
  if (tag !== "a") return createElement(tag, { key, ...named(attributes) }, ...content);
  const { href, ...rest } = attributes;
  return (
    <Link key={key} to={pageOf(String(href))} {...named(rest)}>
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
