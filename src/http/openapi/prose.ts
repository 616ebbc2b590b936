/** What the document says in words: its introduction, the rules of a resource, its states. */
import type { PageSizes } from "../../query/paging.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { formatList } from "../../resource/validation.ts";
import type { HttpContext } from "../context.ts";

/** The rules of a resource as Markdown; empty where there are none. */
export function rulesOf({ rules }: Resource): string {
  return rules.length === 0 ? "" : ["Rules:", "", ...rules.map(({ sentence }) => `- ${sentence}`)].join("\n");
}

/** What writing a resource may need beyond its path's scope; empty where that is all. */
export function permissionsOf({ fields }: Resource, catalog: Catalog): string[] {
  const through = Map.groupBy(
    [...fields].filter(([, spec]) => spec.writtenThrough !== undefined),
    ([, spec]) => catalog.resource(spec.writtenThrough!).scopes.write,
  );
  return [...through].map(([scope, written]) => {
    const names = formatList(written.map(([name]) => `\`${name}\``));
    return `Changing ${names} needs the scope \`${scope}\` too.`;
  });
}

/** The states of a resource and where they lead, as a Markdown table; empty where it has none. */
export function lifecycleTable({ lifecycle, fields }: Resource): string {
  if (!lifecycle) return "";
  const rows = Object.entries(fields.get(lifecycle)!.transitions!).map(
    ([from, to]) => `| \`${from}\` | ${to.length > 0 ? to.map((state) => `\`${state}\``).join(", ") : "final"} |`,
  );
  return [`| \`${lifecycle}\` | leads to |`, "|---|---|", ...rows].join("\n");
}

/** What holds for every resource. */
export function introduction({
  pageSizes,
  bodyLimit,
}: Pick<HttpContext, "bodyLimit"> & { pageSizes: PageSizes }): string {
  return `Every record has \`id\`, \`created_at\`, \`updated_at\` and \`_links\`, an object of link name → path. A field without a
value is null. A client may choose the \`id\`; fields that the service sets may be sent back as they were read.

**Lists** are paged (${pageSizes.default} items unless \`limit\` asks for up to ${pageSizes.max}), sorted and filtered. Filters combine with AND; text is
compared without regard to case, in every script. An element of a comma-separated list with a comma in it stands in
double quotes. What is not known is refused.

**Texts** have 1 to 200 Unicode code points unless something else is said; U+0000 and lone surrogates are refused.

**Bodies** are JSON in UTF-8 of at most ${bodyLimit} bytes unless an array of records is taken, at most 64 levels deep, plain or
coded in gzip, deflate or br. Answers over 1 KiB are compressed when the caller accepts it.

**Credentials**: each operation lists the scopes that a key needs, all of them; writing includes reading, and \`admin\` is
everything. Where \`{}\` is listed as well, none is needed unless the operator asks for one.

**Errors** are problem documents (RFC 9457) that list all faults found. A method that a path does not take is 405 with
\`Allow\`.

**Concurrent writers** send the \`ETag\` they read in \`If-Match\`. **Retries** of POST and PATCH are safe with an
\`Idempotency-Key\`. **What takes long**, an array of records or a deletion with all that
goes along, is accepted and carried out later under \`Prefer: respond-async\`: 202 with the operation. **Browsers** of any origin may read answers; nothing depends on cookies.`;
}
