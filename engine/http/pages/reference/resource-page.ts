/** `/docs/<resource>`: the operations of a resource with examples, its fields, relations and rules. */
import type { FieldSpec } from "../../../declare/field-spec.ts";
import type { Catalog } from "../../../resource/catalog.ts";
import type { Resource } from "../../../resource/resource.ts";
import { deprecationsOf, permissionsOf } from "../../openapi/descriptions.ts";
import { escapeHtml, inline, table, termList } from "../html.ts";
import { explorerPageOf, headingOf } from "./addresses.ts";
import type { DescribedOperation } from "./described.ts";
import { exampleOfOperation } from "./examples.ts";
import { fieldTerms } from "./fields.ts";
import { codeBlock, languageChoice, operationSection, pair } from "./operation-section.ts";
import { realRequest, realRequestLinks } from "./real-requests.ts";
import { relationTables } from "./relations.ts";

/** What the page of a resource is made of, besides the resource. */
export interface ResourceSources {
  readonly catalog: Catalog;
  readonly operations: readonly DescribedOperation[];
  /** Whether the explorer is served. */
  readonly hasExplorer: boolean;
}

/** The HTML of the page. */
export function resourcePage(resource: Resource, { catalog, operations, hasExplorer }: ResourceSources): string {
  const takesId = resource.kind === "collection" && !resource.serialIds;
  const { href, shows } = explorerPageOf(resource);
  const links = [
    ...(hasExplorer ? [`<a href="${href}">Open the ${escapeHtml(shows)} in the explorer</a>`] : []),
    `<a href="/openapi.json">As OpenAPI</a>`,
  ];
  const intro = `<h1>${escapeHtml(headingOf(resource))}</h1>
<p>${inline(resource.about)}</p><p class="links">${links.join("")}</p>`;
  const sections = operations.map((operation) => {
    const real = realRequest(operation, resource, catalog);
    const beside = real === undefined ? "" : realRequestLinks(real, hasExplorer);
    return operationSection(operation, exampleOfOperation(operation, takesId), beside);
  });
  return `${languageChoice()}${pair(intro)}
${sections.join("\n")}
${fieldSection(resource, operations)}
${pair(restOf(resource, catalog))}`;
}

/** The fields, beside a record. */
function fieldSection({ views }: Resource, operations: readonly DescribedOperation[]): string {
  if (!views[0]) return "";
  const record = operations.find(({ method, isList, answer }) => method === "GET" && !isList && answer.example);
  const example = record && `<h3>A record</h3>${codeBlock(JSON.stringify(record.answer.example, null, 2))}`;
  const required = views[0].methods.some((method) => method === "POST" || method === "PUT")
    ? "<p>Fields with an asterisk are required.</p>"
    : "";
  return pair(`<h2 id="fields">Fields</h2>${required}${termList(fieldTerms(views[0]))}`, example);
}

function restOf(resource: Resource, catalog: Catalog): string {
  const { lifecycle, fields } = resource;
  const relations = relationTables(resource);
  const howTo = `<p>How to filter by them: <a href="/docs#related-records">Related records and alternatives</a>.</p>`;
  const rules = rulesOf(resource, catalog).map((sentence) => `<li>${sentence}</li>`);
  return [
    relations && `<h2 id="relations">Relations</h2>${howTo}${relations}`,
    lifecycle ? transitionTable(lifecycle, fields.get(lifecycle)!) : "",
    rules.length > 0 ? `<h2 id="rules">Rules</h2><ul class="rules">${rules.join("")}</ul>` : "",
  ].join("\n");
}

/** The sentences about a resource, as HTML. */
function rulesOf(resource: Resource, catalog: Catalog): string[] {
  const { rules, conflicts, bulk, softDelete } = resource;
  return [
    ...deprecationsOf(resource).map(inline),
    ...rules.map(({ sentence }) => inline(sentence)),
    ...permissionsOf(resource, catalog).map(inline),
    ...(bulk ? [`POST accepts one record, or an array of 1 to ${bulk.toLocaleString("en")}: all or nothing.`] : []),
    ...(softDelete ? [inline(`DELETE: ${softDelete.about}`)] : []),
    ...conflicts.map(({ code, about }) => `<code>${code}</code>: ${inline(about)}`),
  ];
}

function transitionTable(field: string, spec: FieldSpec): string {
  const rows = Object.entries(spec.transitions!).map(([from, to]) => [
    `<code>${from}</code>`,
    to.length > 0 ? to.map((state) => `<code>${state}</code>`).join(", ") : "final",
  ]);
  return `<h2 id="states-of-${field}">States</h2>${table(["From", "To"], rows)}`;
}
