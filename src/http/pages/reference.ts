/** `/docs`: the reference, read off the catalog. */
import { requirementFor } from "../../access/requirements.ts";
import type { FieldSpec, Schema } from "../../declare/field-spec.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { OPERATORS, operatorsOf, parameterName } from "../../resource/operators.ts";
import type { Property, Resource, View } from "../../resource/resource.ts";
import { TITLE } from "../../runtime/product.ts";
import { allowOf, type HttpContext } from "../context.ts";
import { permissionsOf } from "../openapi/descriptions.ts";
import { heading, withArticle } from "../openapi/naming.ts";
import { resourceRoutes } from "../routes.ts";
import { escapeHtml, inline, page, table } from "./html.ts";

/** The HTML of `/docs`. */
export function referencePage(context: HttpContext): string {
  const { catalog } = context.store;
  const methods = new Map(resourceRoutes(context, catalog).map((route) => [route.url, allowOf(route)]));
  const index = catalog.resources.map(
    (resource) => `<a href="#${resource.name}">${escapeHtml(headingOf(resource))}</a>`,
  );
  const body = `<h1>${TITLE}</h1>
<p>Version ${escapeHtml(context.version)}. Start at <a href="/api"><code>/api</code></a>; <a href="/problems"><code>/problems</code></a> explains
the errors, and <a href="/openapi.json"><code>/openapi.json</code></a> is this reference for machines (OpenAPI 3.1). Every record has <code>id</code>, <code>created_at</code>,
<code>updated_at</code> and <code>_links</code>. Reading needs no credential unless stated otherwise. Writing needs
<code>Authorization: Bearer &lt;key&gt;</code>, with an API key or an access token of the configured issuer that has the
scopes listed beside each path. Write includes read, and <code>admin</code> includes everything.</p>
<p><code>RateLimit-Policy</code> gives the quota: <code>q</code> requests per <code>w</code> seconds for a credential, or for
an address without a valid one. <code>RateLimit</code> says that <code>r</code> requests are available now, and the full
quota again in <code>t</code> seconds. Requests beyond it get <a href="/problems/too-many-requests">429</a> with
<code>Retry-After</code>. Probes are not limited.</p>
<p>For monitoring: <a href="/livez"><code>/livez</code></a>, <a href="/readyz"><code>/readyz</code></a> and
<a href="/metrics"><code>/metrics</code></a> (Prometheus).</p>
<nav>${index.join("")}<a href="#queries">Queries</a></nav>
${catalog.resources.map((resource) => resourceSection(resource, catalog, methods)).join("\n")}
${querySection(context)}`;
  return page(`${TITLE}: reference`, body);
}

/** The heading of a resource: `medical`, whose records are medical records, becomes `Medical records`. */
function headingOf({ name, one, parent }: Resource): string {
  const title = heading(one.startsWith(`${name}_`) ? `${one}s` : name);
  return parent ? `${title} of ${withArticle(parent.one)}` : title;
}

function resourceSection(resource: Resource, catalog: Catalog, methods: ReadonlyMap<string, string>): string {
  const { views, lifecycle, fields } = resource;
  const states = lifecycle ? transitionTable(lifecycle, fields.get(lifecycle)!) : "";
  const rules = resource.rules.map(({ sentence }) => inline(sentence));
  const conflicts = resource.conflicts.map(({ code, about }) => `<code>${code}</code>: ${inline(about)}`);
  const permissions = permissionsOf(resource, catalog).map(inline);
  const arrays = bulkOf(resource);
  const softDelete = resource.softDelete ? [inline(`DELETE: ${resource.softDelete.about}`)] : [];
  const items = [...rules, ...permissions, ...arrays, ...softDelete, ...conflicts].map(
    (sentence) => `<li>${sentence}</li>`,
  );
  return `<h2 id="${resource.name}">${escapeHtml(headingOf(resource))}</h2>
<p>${inline(resource.about)}</p>
${table(
  ["Path", "Methods", "Scopes"],
  views.flatMap((view) => pathRows(view, methods)),
)}
${table(["Field", "Type", "Notes", "Filters"], views[0] ? fieldRows(views[0]) : [])}
${states}${items.length > 0 ? `<h3>Rules</h3><ul>${items.join("")}</ul>` : ""}`;
}

/** Says whether POST accepts an array. */
function bulkOf({ bulk }: Resource): string[] {
  return bulk ? [`POST accepts one record, or an array of 1 to ${bulk.toLocaleString("en")}: all or nothing.`] : [];
}

/** The scopes for reading and writing the paths of a view. */
function scopesOf(view: View): string {
  const { kind, scopes } = requirementFor(view, "GET");
  const formatScopes = (names: readonly string[]) =>
    names.map((name) => `<code>${escapeHtml(name)}</code>`).join(" and ") || "any credential";
  const parts = [`${formatScopes(scopes)} to read${kind === "read" ? " unless reading is public" : ""}`];
  const [write] = view.methods.filter((method) => method !== "GET");
  if (write === undefined) return parts.join("");
  const [writeScopes, deleteScopes] = [requirementFor(view, "POST").scopes, requirementFor(view, "DELETE").scopes];
  parts.push(`${formatScopes(writeScopes)} to write`);
  if (deleteScopes.length > writeScopes.length) parts.push(`${formatScopes(deleteScopes)} to delete`);
  return parts.join("; ");
}

function pathRows(view: View, methods: ReadonlyMap<string, string>): string[][] {
  return [view.path, ...view.aliases].flatMap((path) => {
    const url = view.parent ? path.replace(`{${view.parent.column}}`, ":of") : path;
    return [url, `${url}/:id`].flatMap((route) => {
      const allow = methods.get(route);
      const shown = route === url ? path : `${path}/{id}`;
      return allow ? [[`<code>${escapeHtml(shown)}</code>`, allow, scopesOf(view)]] : [];
    });
  });
}

function fieldRows(view: View): string[][] {
  const isWritable = view.methods.some((method) => method === "POST" || method === "PUT");
  return [...view.properties.values()]
    .filter((property) => property.shown || property.filterable)
    .map((property) => [
      `<code>${property.name}</code>${isWritable && property.spec.presence === "required" ? " *" : ""}`,
      escapeHtml(typeOf(property.spec)),
      inline(
        [
          property.isHiddenCount
            ? "A count, only for filters and sorting."
            : (idNote(view, property) ?? fieldNotes(property.spec)),
          property.listed ? "Shown in lists." : "",
        ]
          .filter(Boolean)
          .join(" "),
      ),
      (view.resource.kind === "single" ? [] : operatorsOf(property))
        .filter((operator) => operator !== "equals")
        .map((operator) => `<code>_${operator}</code>`)
        .join(" "),
    ]);
}

/** The note on an id; undefined for other properties. */
function idNote({ resource, methods }: View, { name, spec }: Property): string | undefined {
  if (spec.kind !== "id") return undefined;
  const { parent, member, kind } = resource;
  if (name !== "id") return `The id of the ${parent!.one}, as in the path.`;
  if (member) return `The id of the ${member.one}. POST requires it as \`${resource.key}\`.`;
  if (kind === "single") return `The id of the ${parent!.one}.`;
  return methods.includes("POST")
    ? "Chosen by the client, or generated by the service. It never changes."
    : "Set by the service.";
}

function typeOf({ kind, schema }: FieldSpec): string {
  if (kind === "enum") return (schema.enum as string[]).join(" | ");
  const [low, above, high, below] = [
    schema.minimum,
    schema.exclusiveMinimum,
    schema.maximum,
    schema.exclusiveMaximum,
  ] as (number | undefined)[];
  const bounds = [
    low !== undefined && Math.abs(low) < Number.MAX_SAFE_INTEGER ? `≥ ${low}` : "",
    above !== undefined ? `> ${above}` : "",
    high !== undefined && Math.abs(high) < Number.MAX_SAFE_INTEGER ? `≤ ${high}` : "",
    below !== undefined ? `< ${below}` : "",
    kind === "text" && ![200, undefined].includes(schema.maxLength as number | undefined)
      ? `up to ${schema.maxLength} characters`
      : "",
  ].filter(Boolean);
  const names: Partial<Record<FieldSpec["kind"], string>> = { instant: "date-time", id: "identifier" };
  return [`${names[kind] ?? kind}${partsOf(schema)}`, ...bounds].join(", ");
}

/** The parts of an array or object, for the column of types. */
function partsOf({ items, properties, cleanJson }: Schema): string {
  if (items) return ` of ${(items as Schema).type === "string" ? "text" : `objects${partsOf(items as Schema)}`}`;
  if (properties) return ` { ${Object.keys(properties).join(", ")} }`;
  return cleanJson ? `, up to ${cleanJson} bytes as JSON` : "";
}

function fieldNotes({ about, presence, fallback, reference, derivedWith, filterOnly, constant }: FieldSpec): string {
  return [
    about ?? "",
    filterOnly ? "Only for filters and sorting." : "",
    constant === undefined ? "" : `Always \`${constant}\`.`,
    presence === "derived" && constant === undefined ? "Set by the service." : "",
    presence === "defaulted" ? `Default \`${JSON.stringify(fallback)}\`.` : "",
    reference ? `The id of a record in ${reference.to.join(" or ")}.` : "",
    derivedWith ? `Set by the service while \`${derivedWith}\` has a value.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function transitionTable(field: string, spec: FieldSpec): string {
  const rows = Object.entries(spec.transitions!).map(([from, to]) => [
    `<code>${from}</code>`,
    to.length > 0 ? to.map((state) => `<code>${state}</code>`).join(", ") : "final",
  ]);
  return `<h3 id="states-of-${field}">States</h3>${table(["From", "To"], rows)}`;
}

function querySection({ pageSizes }: HttpContext): string {
  const parameters = [
    ["page", "The number of the page, from 1."],
    ["limit", `Items per page, 1 to ${pageSizes.max}; ${pageSizes.default} by default.`],
    [
      "cursor",
      "Cursor pagination: start with an empty cursor and follow `_links.next`. The cost of a page does not depend on its position, and every item that exists throughout the traversal is returned exactly once. The response has no `page` or `total_count`. Cannot be combined with `page`.",
    ],
    ["sort_by", "Fields to sort by, separated by commas; `id` is always the last."],
    ["order", "`asc` or `desc` for each field of `sort_by`."],
    ["sort", "The compact form of both: `sort=updated_at:desc,id`."],
    ["filter", "The compact form of an exact match: `filter=status:active`. It may be repeated."],
    ["fields", "The fields to return, separated by commas; `*` for all."],
    [
      "cascade",
      "On DELETE: `true` also deletes the sub-resources that the record owns, never independent resources. With `Prefer: respond-async`, it runs as an operation.",
    ],
  ].map(([name, about]) => [`<code>${name}</code>`, inline(about!)]);
  const operators = (Object.keys(OPERATORS) as (keyof typeof OPERATORS)[]).map((operator) => [
    `<code>${parameterName("<field>", operator).replace("<", "&lt;").replace(">", "&gt;")}</code>`,
    escapeHtml(OPERATORS[operator].kinds.map((kind) => (kind === "instant" ? "date-time" : kind)).join(", ")),
    inline(OPERATORS[operator].about),
  ]);
  return `<h2 id="queries">Queries</h2>
<p>Filters combine with AND. Text is compared case-insensitively, in every script. Unknown parameters are refused.
Fields with an asterisk are required. In ascending order, missing values come first.</p>
${table(["Parameter", "Effect"], parameters)}${table(["Filter", "Field types", "Effect"], operators)}`;
}
