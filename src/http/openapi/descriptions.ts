/** Descriptions in Markdown: the introduction, the rules and the lifecycle of a resource. */
import type { PageSizes } from "../../query/paging.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { formatList } from "../../resource/messages.ts";
import type { Resource } from "../../resource/resource.ts";
import type { HttpContext } from "../context.ts";

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
value is null. Clients may choose the \`id\`. Fields that the service sets may be sent back unchanged.

**Lists** are paged (${pageSizes.default} items unless \`limit\` asks for up to ${pageSizes.max}), sorted and filtered. Filters combine with AND; text is
compared case-insensitively, in every script. In a comma-separated list, an element that contains a comma is written in
double quotes. Unknown parameters are refused.

**Strings** have 1 to 200 Unicode code points unless stated otherwise. U+0000 and lone surrogates are refused.

**Bodies** are JSON in UTF-8, at most ${bodyLimit} bytes (more for an array of records) and 64 levels deep, optionally compressed
with gzip, deflate or br. Responses over 1 KiB are compressed if the client accepts it.

**Credentials**: each operation lists the scopes it needs; all of them are required. Write includes read, and \`admin\` includes everything.
If \`{}\` is listed as well, no credential is needed unless the operator requires one.

**Errors** are problem documents (RFC 9457) that list all faults found. A method that a path does not
support gets 405 with \`Allow\`.

**Concurrent writers** send the \`ETag\` they read in \`If-Match\`. **Retries** of POST and PATCH are safe with an
\`Idempotency-Key\`. **Long requests**, such as an array of records or a cascading
deletion, can run asynchronously with \`Prefer: respond-async\`: 202 with the operation. **Browsers** may read responses from
any origin; cookies are not used.`;
}
