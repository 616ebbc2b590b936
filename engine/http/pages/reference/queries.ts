/** The section on queries in the reference. */
import type { Comparison } from "../../../kinds/kind.ts";
import { comparesAs, KINDS, type Kind, kindOf } from "../../../kinds/kinds.ts";
import { OPERATORS } from "../../../kinds/operators.ts";
import { MAX_STEPS } from "../../../query/relations/followed.ts";
import { namedResources } from "../../../resource/named.ts";
import { MOST_DELETED, parameterName } from "../../../resource/parameters.ts";
import { MAX_EMBEDDED } from "../../../store/read/embedded.ts";
import type { HttpContext } from "../../context.ts";
import { SEARCH } from "../../handlers/search.ts";
import { escapeHtml, inline, table } from "../html.ts";

/** The HTML of the section. */
export function querySection({ pageSizes, store }: HttpContext): string {
  const kinds = namedResources(store.catalog.resources).map(({ one }) => one);
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
    ["filter", "The compact form of an exact match: `filter=status:active`. It may be repeated, and has no operators."],
    [
      "search",
      "Words that must all occur in the texts of a record, each in any of them, in any order and case, also inside words. Everything but letters and digits separates words; without a word, nothing is found. Ids, references and words of a fixed set, such as a status, are not searched.",
    ],
    ["fields", "The fields to return, separated by commas; `*` for all."],
    [
      "include",
      `Related records to embed in \`_embedded\`, separated by commas: at most ${MAX_EMBEDDED} of each relation in each record. \`_embedded_truncated\` names the relations that have more.`,
    ],
    [
      "group_by",
      "A summary instead of a list: groups of the records with equal values of up to three fields, separated by commas. A date takes a period (`decade`, `year`, `quarter`, `month`, `day`), and a date-time also `hour` or `minute`, in UTC: `group_by=created_at:month`. A summary is sorted by its fields and measures: `sort=count:desc`.",
    ],
    [
      "measure",
      "What a summary computes of each group besides the `count`: `min:<field>`, `max:<field>`, `sum:<field>`, `avg:<field>`, separated by commas. Without `group_by`, of all records together.",
    ],
    [
      "format",
      "`csv` or `ndjson` exports the whole list, or one page with `page` or `limit`; `json` is the default. Takes precedence over `Accept`.",
    ],
    [
      "as_of",
      "Of every GET of a record or list with a history, exports included: the response as it would have been at this moment, a date (its end, in UTC) or a date-time, not later than now. All links lead to the same moment. It also needs the scope `events:read`, unless the operator has opened the past. The service's own resources do not take it.",
    ],
    [
      "changed_since",
      "Only records that were created or changed after this moment, a date (its beginning, in UTC) or a date-time, not later than now or `as_of`. Before what is kept is 410.",
    ],
    [
      "include_deleted",
      `With \`changed_since\`: \`true\` adds \`deleted\`, the records deleted since then that have not been created again, whatever the filters, as \`[{id, deleted_at}]\`. It has at most ${MOST_DELETED.toLocaleString("en")}; if there are more, the page also has \`deleted_truncated\`. With \`cursor\`, they are on the first page.`,
    ],
    [
      "cascade",
      "On DELETE: `true` also deletes the sub-resources that the record owns, never independent resources. With `Prefer: respond-async`, it runs as an operation.",
    ],
  ].map(([name, about]) => [`<code>${name}</code>`, inline(about!)]);
  const operators = (Object.keys(OPERATORS) as (keyof typeof OPERATORS)[]).map((operator) => [
    `<code>${parameterName("<field>", operator).replace("<", "&lt;").replace(">", "&gt;")}</code>`,
    escapeHtml(kindNames(OPERATORS[operator].compares).join(", ")),
    inline(OPERATORS[operator].about),
  ]);
  const questions = [
    [
      "<relation>.<filter>",
      "One related record matches all filters of this relation together. `<relation>.<field>_not`: one differs.",
    ],
    [
      "<relation>_none.<filter>",
      "No related record does. Records without related ones match, too; `<relation>_exists=true` excludes them.",
    ],
    ["<relation>_exists", "Whether there is a related record at all."],
    ["<relation>.<relation>.<filter>", `The same through two relations; more than ${MAX_STEPS} are refused.`],
    [
      "any.<n>.<filter>",
      "Alternatives (OR): at least one filter of a group matches. The number, 1 to 9, is that of the group: `any.1.status=active&any.1.status_exists=false`. Groups combine with AND, with each other and with all other filters. For several values of one field, use `_in`.",
    ],
    [
      "sort, group_by, measure",
      "Take the fields of a relation that leads to one record, over one relation only: `sort=<relation>.<field>:desc`, `group_by=<relation>.<field>`. Without such a record, or if it lacks the field, the value is null.",
    ],
  ].map(([name, about]) => [`<code>${escapeHtml(name!)}</code>`, inline(about!)]);
  return `<h2 id="queries">Queries</h2>
<p>Filters combine with AND. Text is compared case-insensitively, in every script. Unknown parameters are refused.
In ascending order, missing values come first.</p>
<p>A list is <code>{page, limit, total_count, &lt;collection&gt;: […], _links}</code>; <code>total_count</code> counts all matches. Lists
show the fields marked as <i>shown in lists</i>; <code>fields=*</code> shows all.</p>
<p>QUERY (RFC 10008) takes these parameters as its content: a query string (<code>application/x-www-form-urlencoded</code>), or a JSON
object whose lists may be arrays, of at most 64 KiB. If the next page has no link that fits into a URL, <code>next_body</code> is the
content for it.</p>
<p><code>GET ${SEARCH}?q=&lt;words&gt;</code> finds public records of every kind with a name, best first; <code>kind</code>
selects kinds, as in <code>kind=${kinds.slice(0, 2).join(",")}</code>, and <code>page</code> and <code>limit</code> work as on lists.</p>
${table(["Parameter", "Effect"], parameters)}${table(["Filter", "Field types", "Effect"], operators)}
<h3 id="related-records">Related records and alternatives</h3>
<p>Each resource's section lists its relations, with examples. A filter on related records follows the relation's name and a dot.</p>
${table(["Parameter", "Effect"], questions)}`;
}

/** The names of the kinds that compare in one of these ways, for readers. */
function kindNames(comparisons: readonly Comparison[]): string[] {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => comparesAs(kind, ...comparisons));
  return [...new Set(kinds.map((kind) => kindOf(kind).title ?? kind))];
}
