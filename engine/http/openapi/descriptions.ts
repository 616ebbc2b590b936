/** Descriptions in Markdown: the introduction, the rules and the lifecycle of a resource. */
import { deprecationNote } from "../../declare/deprecation.ts";
import { formatList } from "../../problem.ts";
import type { PageSizes } from "../../query/paging.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource, View } from "../../resource/resource.ts";
import type { HttpContext } from "../context.ts";
import { toWords } from "./naming.ts";
import { ABOUT_SUMMARIES } from "./paths/grouping-parameters.ts";

/** Paragraphs of Markdown, without empty ones. */
export function paragraphs(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join("\n\n");
}

/** What a list holds, and in which order. */
export function aboutList({ resource, role, parent, unpaged }: View): string {
  const flat = role === "flat" ? ` The list has those of every ${toWords(resource.parent!.one)}.` : "";
  const isBelow = role === "reverse" || role === "referring";
  const reverse = isBelow ? ` The list has those of one ${toWords(parent!.resource.one)}.` : "";
  const pages = unpaged ? "The list is returned whole unless a page is asked for." : "The list is returned in pages.";
  return `${resource.about}${flat}${reverse} ${pages}`;
}

/** What GET of one record returns. */
export function aboutItem({ resource }: View): string {
  const missing = resource.kind === "single" ? " It is 404 until the record exists." : "";
  return `Returns the complete record, or the fields that \`fields\` selects.${missing}`;
}

/** What POST creates. */
export function aboutCreating({ bulk, member, serialIds }: Resource): string {
  const array = bulk ? ` An array creates 1 to ${bulk.toLocaleString("en")} records: all of them, or none.` : "";
  if (member) return `Adds an existing ${toWords(member.one)}.`;
  return serialIds ? "Creates a record." : `Creates a record, with the \`id\` of the body or a generated one.${array}`;
}

/** The rules of a resource; empty if it has none. */
export function rulesOf({ rules }: Resource): string {
  return rules.length === 0 ? "" : ["Rules:", "", ...rules.map(({ sentence }) => `- ${sentence}`)].join("\n");
}

/** The scopes that some fields need in addition to the resource's own. */
export function permissionsOf({ fields }: Resource, catalog: Catalog): string[] {
  const through = Map.groupBy(
    [...fields].filter(([, spec]) => spec.writtenThrough !== undefined),
    ([, spec]) => catalog.resource(spec.writtenThrough!).scopes.write,
  );
  return [...through].map(([scope, written]) => {
    const names = formatList(written.map(([name]) => `\`${name}\``));
    return `Changing ${names} also needs the scope \`${scope}\`.`;
  });
}

/** What a resource announces as deprecated: itself, and parameters of its lists. */
export function deprecationsOf({ deprecated, deprecatedParameters }: Resource): string[] {
  const parameters = Object.entries(deprecatedParameters);
  return [
    ...(deprecated ? [deprecationNote(deprecated)] : []),
    ...parameters.map(([name, each]) => `\`${name}\`: ${deprecationNote(each)}`),
  ];
}

/** The lifecycle of a resource as a table; empty if it has none. */
export function lifecycleTable({ lifecycle, fields }: Resource): string {
  if (!lifecycle) return "";
  const rows = Object.entries(fields.get(lifecycle)!.transitions!).map(
    ([from, to]) => `| \`${from}\` | ${to.length > 0 ? to.map((state) => `\`${state}\``).join(", ") : "final"} |`,
  );
  return [`| \`${lifecycle}\` | next states |`, "|---|---|", ...rows].join("\n");
}

/** What applies to every resource. */
export function introduction({
  pageSizes,
  bodyLimit,
}: Pick<HttpContext, "bodyLimit"> & { pageSizes: PageSizes }): string {
  return `Every record has \`id\`, \`created_at\`, \`updated_at\` and \`_links\`, an object of link names and paths. A field without a
value is null. Clients may choose the \`id\`. Fields that the service sets, as both times, may be sent back unchanged.

**Lists** are paged (${pageSizes.default} items unless \`limit\` asks for up to ${pageSizes.max}), sorted (by \`id\` unless
\`sort\` or \`sort_by\` says otherwise) and filtered. Filters combine with AND; text is
compared case-insensitively, in every script. In a comma-separated list, an element that contains a comma is written in
double quotes. Unknown parameters are refused.

**Related records** are filtered by \`<relation>.<filter>\`: at least one related record matches all filters given for the
relation; \`<relation>_none.<filter>\`: none does; \`<relation>_exists\`: whether there is any. A relation is a name that
\`include\` takes (\`x-relations\` says where its fields are), and two may be chained. \`any.<n>.<filter>\` are alternatives:
at least one with the same number, 1 to 9, matches. \`sort\`, \`group_by\` and \`measure\` take \`<relation>.<field>\` of the
one record to which a relation leads.

**Summaries** replace a list by groups of its records, with their number and other measures. ${ABOUT_SUMMARIES}

**Strings** have 1 to 200 Unicode code points unless stated otherwise. U+0000 and lone surrogates are refused.

**Bodies** are JSON in UTF-8, at most ${bodyLimit} bytes (more for an array of records) and 64 levels deep, optionally compressed
with gzip, deflate or br. Responses over 1 KiB are compressed if the client accepts it.

**Credentials**: each operation lists the scopes it needs; all of them are required. Write includes read, and \`admin\` includes everything.
If \`{}\` is listed as well, no credential is needed unless the operator requires one.

**Errors** are problem documents (RFC 9457) that list all faults found. Problems that do not depend on the operation are
its default response. A method that a path does not
support gets 405 with \`Allow\`.

**Every response** has \`X-Request-Id\`, and \`RateLimit-Policy\` and \`RateLimit\` unless the limit is off; their schemas are in
\`x-common-headers\`, as are those of headers that problems have, too.

**HEAD** works wherever GET does, with the same parameters and headers and without a body. **OPTIONS** works on every path
without a credential: 204 with \`Allow\`, and \`Accept-Post\`, \`Accept-Patch\` or \`Accept-Query\` if the path has that method.

**QUERY** (RFC 10008) works on every list, like GET: \`x-accept-query\` has the media types in which it takes the parameters as content, of
at most 64 KiB. In JSON, they are the members of an object; comma-separated lists may be arrays, and so may \`filter\`.
\`Content-Location\` is the path whose GET has the same response, if that is shorter than 4 KiB. Links that would exceed 8 KiB are left
out (\`self\` is the list), and \`next_body\` is the content for the next page. Problems are those of GET, plus 413 and 415.

**Concurrent writers** send the \`ETag\` they read in \`If-Match\`. **Retries** of POST and PATCH are safe with an
\`Idempotency-Key\`. **Long requests**, such as an array of records or a cascading
deletion, can run asynchronously with \`Prefer: respond-async\`: 202 with the operation. **Browsers** may read responses from
any origin; cookies are not used.`;
}
