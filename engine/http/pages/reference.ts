/** `/docs`: the reference, read off the catalog. */
import { requirementFor } from "../../access/requirements.ts";
import type { FieldSpec } from "../../declare/field-spec.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource, View } from "../../resource/resource.ts";
import { allowOf, type HttpContext } from "../context.ts";
import { deprecationsOf, permissionsOf } from "../openapi/descriptions.ts";
import { heading, withArticle } from "../openapi/naming.ts";
import { resourceRoutes } from "../routes.ts";
import { escapeHtml, inline, page, table } from "./html.ts";
import { fieldRows } from "./reference-fields.ts";
import { querySection } from "./reference-queries.ts";
import { relationTables } from "./reference-relations.ts";

/** The HTML of `/docs`. */
export function referencePage(context: HttpContext): string {
  const { title, about } = context;
  const { catalog } = context.store;
  const methods = new Map(resourceRoutes(context, catalog).map((route) => [route.url, allowOf(route)]));
  const index = catalog.resources.map(
    (resource) => `<a href="#${resource.name}">${escapeHtml(headingOf(resource))}</a>`,
  );
  const paragraphs = about?.split("\n\n").map((each) => `<p>${inline(each)}</p>\n`) ?? [];
  const body = `<h1>${escapeHtml(title)}</h1>
${paragraphs.join("")}<p>Version ${escapeHtml(context.version)}. Start at <a href="/api"><code>/api</code></a>; <a href="/problems"><code>/problems</code></a> explains
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
<nav><a href="#queries">Queries</a><a href="#related-records">Related records and alternatives</a>${index.join("")}</nav>
<p>Fields with an asterisk are required.</p>
${catalog.resources.map((resource) => resourceSection(resource, catalog, methods)).join("\n")}
${querySection(context)}`;
  return page(`${title}: reference`, body);
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
  const deprecations = deprecationsOf(resource).map(inline);
  const items = [...deprecations, ...rules, ...permissions, ...arrays, ...softDelete, ...conflicts].map(
    (sentence) => `<li>${sentence}</li>`,
  );
  return `<h2 id="${resource.name}">${escapeHtml(headingOf(resource))}</h2>
<p>${inline(resource.about)}</p>
${table(
  ["Path", "Methods", "Scopes"],
  views.flatMap((view) => pathRows(view, methods)),
)}
${table(["Field", "Type", "Notes", "Filters"], views[0] ? fieldRows(views[0]) : [])}
${relationTables(resource)}
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
    const url = view.parent ? path.replace(/\{\w+\}/, ":of") : path;
    return [url, `${url}/:id`].flatMap((route) => {
      const allow = methods.get(route);
      const shown = route === url ? path : `${path}/{id}`;
      return allow ? [[`<code>${escapeHtml(shown)}</code>`, allow, scopesOf(view)]] : [];
    });
  });
}

function transitionTable(field: string, spec: FieldSpec): string {
  const rows = Object.entries(spec.transitions!).map(([from, to]) => [
    `<code>${from}</code>`,
    to.length > 0 ? to.map((state) => `<code>${state}</code>`).join(", ") : "final",
  ]);
  return `<h3 id="states-of-${field}">States</h3>${table(["From", "To"], rows)}`;
}
