/** `/docs`: what applies to every resource, and the paths of all of them. */
import { requirementFor } from "../../../access/requirements.ts";
import type { Resource, View } from "../../../resource/resource.ts";
import { allowOf, type HttpContext } from "../../context.ts";
import { resourceRoutes } from "../../routes.ts";
import { escapeHtml, inline, table } from "../html.ts";
import { headingOf, REFERENCE, SERVICE } from "./addresses.ts";
import { querySection } from "./queries.ts";

/** The HTML of the overview. */
export function overview(context: HttpContext): string {
  const { title, about } = context;
  const { catalog } = context.store;
  const methods = new Map(resourceRoutes(context, catalog).map((route) => [route.url, allowOf(route)]));
  const paragraphs = about?.split("\n\n").map((each) => `<p>${inline(each)}</p>\n`) ?? [];
  return `<h1>${escapeHtml(title)}</h1>
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
<a href="/metrics"><code>/metrics</code></a> (Prometheus). <a href="${REFERENCE}/${SERVICE}">About the service</a> describes them and
the other paths that belong to no resource.</p>
${querySection(context)}
${catalog.resources.map((resource) => resourceSection(resource, methods)).join("\n")}`;
}

function resourceSection(resource: Resource, methods: ReadonlyMap<string, string>): string {
  const { name, about, views } = resource;
  return `<h2 id="${name}">${escapeHtml(headingOf(resource))}</h2>
<p>${inline(about)}</p>
${table(
  ["Path", "Methods", "Scopes"],
  views.flatMap((view) => pathRows(view, methods)),
)}
<p><a href="${REFERENCE}/${name}">Operations, fields and examples</a></p>`;
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
