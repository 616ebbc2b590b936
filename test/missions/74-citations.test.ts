/** Proves that the built-in data cite their sources as their documentation says, and that citations and identifiers are whole. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Data = { readonly [field: string]: unknown };
interface Cited extends Data {
  readonly citations?: readonly { source_id: string; fields: readonly string[]; locator?: string }[];
  readonly identifiers?: readonly { scheme: string; value: string }[];
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../missions/data/${name}.json`, import.meta.url), "utf8")) as Cited[];
const documented = readFileSync(new URL("../../missions/data/SOURCES.md", import.meta.url), "utf8");

/** The fields that say which record it is, and what proves it. */
const OTHERS = ["id", "planet_id", "mission_id", "spacecraft_id", "identifiers", "citations"];
const FILES = [
  ...["planets", "moons", "atmosphere", "surface", "space-stations", "spacecraft", "navigation-system"],
  ...["astronauts", "missions", "objectives", "organizations"],
];
const records = new Map(FILES.map((name) => [name, read(name)]));
const sources = new Map(read("sources").map((source) => [source.id, source]));
const all = [...records.values()].flat();

const fieldsOf = (record: Cited) => Object.keys(record).filter((name) => !OTHERS.includes(name));
const citedIn = ({ citations = [] }: Cited) => new Set(citations.flatMap(({ fields }) => fields));

/** The numbers of values and of cited ones, with the share of these in percent. */
function countOf(counted: readonly Cited[]): string {
  const values = counted.flatMap(fieldsOf).length;
  const cited = counted.flatMap((record) => fieldsOf(record).filter((name) => citedIn(record).has(name))).length;
  const [shown, shownCited] = [values, cited].map((number) => number.toLocaleString("en"));
  return `| ${shown} | ${shownCited} | ${((100 * cited) / values).toFixed(1)} % |`;
}

test("data: SOURCES.md says how many values of each file are cited", () => {
  for (const [name, counted] of records)
    assert.ok(documented.includes(`| \`${name}.json\` ${countOf(counted)}`), `${name} ${countOf(counted)}`);
  assert.ok(documented.includes(`| all ${countOf(all)}`), `all ${countOf(all)}`);
});

test("data: SOURCES.md says how many people and crewed missions have a Wikidata id", () => {
  const withId = (counted: readonly Cited[]) =>
    counted.filter(({ identifiers = [] }) => identifiers.some(({ scheme }) => scheme === "wikidata")).length;
  const people = records.get("astronauts")!;
  const crewed = records.get("missions")!.filter(({ mission_type: type }) => type === "crewed");
  const sentence = `${withId(people)} of ${people.length} people and ${withId(crewed)} of ${crewed.length} crewed missions`;
  assert.ok(documented.includes(sentence), sentence);
});

test("data: citations name existing sources and fields that have a value; every source has an address and is cited", () => {
  const used = new Set<unknown>();
  for (const record of all) {
    for (const { source_id: id, fields } of record.citations ?? []) {
      used.add(id);
      const about = `${record.id ?? record.planet_id ?? record.spacecraft_id}: ${id}`;
      assert.ok(fields.length > 0 && fields.every((name) => fieldsOf(record).includes(name)), about);
    }
  }
  assert.deepEqual([...used].sort(), [...sources.keys()].sort());
  for (const { id, url } of sources.values()) assert.match(url as string, /^https?:\/\/[^ /]+\.[a-z]+\b/, id as string);
});

/** The form of the identifiers of each scheme. */
const FORMS: Record<string, RegExp> = {
  wikidata: /^Q[1-9]\d*$/,
  cospar: /^(?:19|20)\d{2}-(?:\d{3}[A-Z]{1,3})$/,
  norad: /^[1-9]\d*$/,
  nssdca: /^[A-Z0-9]+-\d{3}[A-Z]*$/,
  naif: /^-?[1-9]\d*$/,
};

test("data: identifiers have the form of their scheme; craft have the COSPAR designation that their record states", () => {
  for (const { identifiers = [] } of all)
    for (const { scheme, value } of identifiers) assert.match(value, FORMS[scheme]!, `${scheme}:${value}`);
  for (const { id, cospar_id: stated, identifiers = [] } of records.get("spacecraft")!) {
    const others = identifiers.filter(({ scheme, value }) => scheme === "cospar" && value !== stated);
    assert.deepEqual(others, [], id as string);
  }
});
