/** The OpenAPI document of the last release, as the repository keeps it: what clients depend on, one line per path and component. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildCatalog } from "../../../engine/app/bootstrap.ts";
import { readConfig } from "../../../engine/app/config.ts";
import { openApiDocument } from "../../../engine/http/openapi/document.ts";
import { spaceMissions } from "../../../missions/registry.ts";
import type { Part } from "./openapi-conformance.ts";
import { LOOKS } from "./openapi-keywords.ts";

const FILE = fileURLToPath(new URL("../../released/openapi.json", import.meta.url));

/** Parts that explain, or say how something looks: no client depends on them. */
const EXPLANATIONS = ["description", "summary", "example", "examples", "tags", "info", "servers", ...LOOKS];

/** Members whose members have names that the document chooses. */
const NAMED = ["paths", "parameters", "responses", "schemas", "headers", "properties"];

/** The document without explanations, with sorted names. */
function withoutExplanations(value: Part, isNames = false): Part {
  if (Array.isArray(value)) return value.map((each) => withoutExplanations(each));
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries<Part>(value).filter(([name]) => isNames || !EXPLANATIONS.includes(name));
  return Object.fromEntries(
    members
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => {
        const isKeyword = !isNames && name.startsWith("x-");
        return [name, isKeyword ? each : withoutExplanations(each, !isNames && NAMED.includes(name))];
      }),
  );
}

/** Whether a response is a problem. They are not compared: clients know them by their class. */
const isProblem = (part: Part): boolean => part?.content?.["application/problem+json"] !== undefined;

/** The document without its problems. */
function withoutProblems({ components: { responses, ...others }, ...document }: Part): Part {
  const problems = new Set(Object.keys(responses).filter((name) => isProblem(responses[name])));
  const { Problem: _, Fault: __, Dependent: ___, ...schemas } = others.schemas;
  const kept = Object.entries(responses).filter(([name]) => !problems.has(name));
  const paths = JSON.parse(JSON.stringify(document.paths), (name, value) =>
    name !== "responses"
      ? value
      : Object.fromEntries(
          Object.entries<Part>(value).filter(
            ([, each]) => !isProblem(each) && !problems.has(String(each.$ref).split("/").at(-1)!),
          ),
        ),
  );
  return { ...document, paths, components: { ...others, schemas, responses: Object.fromEntries(kept) } };
}

/** The text that is kept: the same for the same document, with one line for each path and component. */
export function releasedText(document: Part): string {
  const { paths, security, components } = withoutExplanations(withoutProblems(document));
  const lines = (parts: Part): string =>
    Object.entries(parts)
      .map(([name, part]) => `${JSON.stringify(name)}: ${JSON.stringify(part)}`)
      .join(",\n");
  const sections = Object.entries(components).map(([name, parts]) => `${JSON.stringify(name)}: {\n${lines(parts)}\n}`);
  return `{\n"version": ${JSON.stringify(document.info.version)},\n"security": ${JSON.stringify(security)},\n"paths": {\n${lines(paths)}\n},\n"components": {\n${sections.join(",\n")}\n}\n}\n`;
}

/** The document of the built-in registry, as a service with default settings has it. */
export function builtInDocument(version: string): Part {
  const { title, pageSizes, bodyLimit } = readConfig({}, spaceMissions);
  const catalog = buildCatalog(spaceMissions.resources);
  return JSON.parse(JSON.stringify(openApiDocument({ catalog, title, pageSizes, bodyLimit, version })));
}

/** The document of the last release. */
export function releasedDocument(): Part {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** Keeps a document as that of the last release. */
export function keepDocument(document: Part): void {
  writeFileSync(FILE, releasedText(document));
}
