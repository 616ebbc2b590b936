/** The look of the explorer's pictures, for a file beside which there is no style sheet. */
import postcss from "postcss";
import faces from "../../style/face.css?raw";
import groups from "../../style/groups.css?raw";
import pictures from "../../style/pictures.css?raw";
import tokens from "../../style/tokens.css?raw";
import type { ColorOf } from "../pictures/parts/colors.ts";
import type { SvgNode } from "../pictures/svg/node.ts";

/** The colors of a picture. */
export type Theme = "light" | "dark";

const LIGHT_DARK = /light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)/g;
const VARIABLE = /var\(--([\w-]+)\)/g;
/** A selector of elements by classes and tags alone: no state of a page. */
const PLAIN = /^[\w\s.-]+$/;

const values = new Map<string, string>();
postcss.parse(tokens).walkDecls((declaration) => {
  // What a media query or a theme changes comes later.
  if (declaration.prop.startsWith("--") && !values.has(declaration.prop.slice(2)))
    values.set(declaration.prop.slice(2), declaration.value);
});

interface Rule {
  readonly selectors: readonly string[];
  readonly declarations: string;
}

const rules: Rule[] = [];
for (const sheet of [pictures, groups, faces])
  postcss.parse(sheet).walkRules(({ parent, selectors, nodes }) => {
    if (parent?.type === "atrule" && "name" in parent && parent.name !== "layer") return;
    const declarations = nodes.filter((node) => node.type === "decl").map(({ prop, value }) => `${prop}:${value}`);
    rules.push({ selectors: selectors.filter((each) => PLAIN.test(each)), declarations: declarations.join(";") });
  });

/** Returns a value of a style sheet without variables. */
export function resolved(value: string, theme: Theme): string {
  const whole = value.replace(VARIABLE, (_, name: string) => resolved(values.get(name) ?? "", theme));
  return whole.replace(LIGHT_DARK, (_, light: string, dark: string) => (theme === "dark" ? dark : light));
}

/** Returns the colors of tokens, as `getComputedStyle` writes them. */
export function colorsOf(theme: Theme): ColorOf {
  return (token) => {
    const color = resolved(values.get(token) ?? "", theme);
    const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1);
    return parts ? `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(", ")})` : color;
  };
}

/** The font of pages. */
export const SANS = resolved(values.get("sans") ?? "sans-serif", "light");
/** The font of addresses. */
export const MONO = resolved(values.get("mono") ?? "monospace", "light");

/** Returns the style sheet of a drawing: the rules of the classes that it has. */
export function styleOf(nodes: readonly SvgNode[], theme: Theme): string {
  const classes = new Set(nodes.flatMap(classesIn));
  const isUsed = (selector: string) =>
    selector.includes(".") && [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name!));
  return rules
    .flatMap(({ selectors, declarations }) => {
      const used = selectors.filter(isUsed);
      return used.length === 0 ? [] : [`${used.join(",")}{${resolved(declarations, theme)}}`];
    })
    .join("");
}

function classesIn({ attributes, children }: SvgNode): string[] {
  const own = String(attributes.class ?? "").split(" ");
  return [...own, ...children.flatMap((child) => (typeof child === "object" ? classesIn(child) : []))];
}
