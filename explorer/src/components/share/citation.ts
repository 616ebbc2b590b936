/** Citations of a page. */
import { dateText } from "../../units.ts";

/** A page that is cited. */
export interface Cited {
  /** The name of the service. */
  readonly site: string;
  readonly title: string;
  readonly address: string;
  /** The day whose facts it shows: `2025-06-30`; undefined if the data do not say. */
  readonly factsOf: string | undefined;
  /** The day of the citation: `2026-01-31`. */
  readonly day: string;
}

/** Writes a citation as a sentence. */
export function sentenceOf({ site, title, address, factsOf, day }: Cited): string {
  const facts = factsOf === undefined ? "" : `facts as of ${dateText(factsOf)}, `;
  return `${site}, “${title}”, ${facts}read on ${dateText(day)}. ${address}`;
}

/** Characters that mean something in BibTeX's values. */
const SPECIAL = /[\\{}$&#%_^~]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
};

/** Writes a citation as an entry of BibTeX. */
export function bibtexOf({ site, title, address, factsOf, day }: Cited): string {
  const text = (value: string) => value.replace(SPECIAL, (character) => ESCAPES[character] ?? `\\${character}`);
  const fields = {
    // Braces keep capitals.
    title: `{${text(title)}}`,
    howpublished: text(site),
    year: day.slice(0, 4),
    ...(factsOf === undefined ? {} : { note: `Facts as of ${dateText(factsOf)}` }),
    url: address,
    urldate: day,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}},`);
  return [`@misc{${keyOf(`${site} ${title}`)}-${day.slice(0, 4)},`, ...lines, "}"].join("\n");
}

function keyOf(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
