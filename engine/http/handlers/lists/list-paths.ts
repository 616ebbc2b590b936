/** The paths of a list and of its pages, and what stands for those that are too long for a URL. */
import { refuseFaults } from "../../../problem.ts";
import type { ListQuery } from "../../../query/list-query.ts";
import { pagePath } from "../../../query/paging.ts";
import { formatParameters, type Parameter } from "../../../query/parameters.ts";
import type { View } from "../../../resource/resource.ts";
import { MAX_URL_LENGTH, requestQuery } from "../../request/address.ts";
import { contentFor, lengthOf, MAX_CONTENT_LENGTH, type Question } from "./question.ts";

/** What a response of a list has besides its items. */
export type Envelope = Record<string, unknown> & { _links: Record<string, string> };

/** Whether a list is answered in pages. */
export function isPaged(view: View, query: ListQuery): boolean {
  return !view.unpaged || query.paging.requested || query.grouping !== undefined;
}

/** The path of a list, without its query. */
export function listPath(view: View, parentId: string | undefined): string {
  return parentId === undefined ? view.path : view.path.replace(/\{\w+\}/, () => parentId);
}

/** The path of a list with its query, and with the number of the page. */
export function selfPath(view: View, parentId: string | undefined, query: ListQuery): string {
  if (!isPaged(view, query) || query.cursor) return wholePath(view, parentId, query);
  return pagePath(listPath(view, parentId), query.parameters, query.paging.page);
}

/** The path of a list with its query. */
export function wholePath(
  view: View,
  parentId: string | undefined,
  { parameters }: Pick<ListQuery, "parameters">,
): string {
  const path = listPath(view, parentId);
  return parameters.length > 0 ? `${path}?${formatParameters(parameters)}` : path;
}

/** The path of the next cursor page: the same query with another cursor. */
export function nextPath(view: View, parentId: string | undefined, query: ListQuery, cursor: string): string {
  const parameters = query.parameters.map(
    (parameter): Parameter => (parameter[0] === "cursor" ? ["cursor", cursor] : parameter),
  );
  return `${listPath(view, parentId)}?${formatParameters(parameters)}`;
}

/** @throws Problem `invalid-request` if the next cursor page would have a longer URL than is allowed */
export function checkNext({ _links: { next = "" } }: Envelope): void {
  if (next.length <= MAX_URL_LENGTH) return;
  const remedy = "filter or sort by fewer values, or send a QUERY";
  refuseNext("cursor", `The URL of the next page is longer than ${MAX_URL_LENGTH} characters; ${remedy}.`);
}

/**
 * Leaves out the links that no GET could follow; `self` is the list then. In place of the next page's link is the content that
 * asks for that page.
 * @throws Problem `invalid-request` if that is too long, too
 */
export function withoutLongLinks(envelope: Envelope, question: Question, self: string): Envelope {
  const { _links: all, ...members } = envelope;
  const { next } = all;
  const short = Object.entries(all).filter(([, path]) => path.length <= MAX_URL_LENGTH);
  const _links: Envelope["_links"] = { self, ...Object.fromEntries(short) };
  if (next === undefined || _links.next !== undefined) return { ...members, _links };
  const { content, parameter } = contentFor(question, requestQuery({ url: next }));
  if (lengthOf(content) > MAX_CONTENT_LENGTH)
    refuseNext(parameter, `The content for the next page is longer than ${MAX_CONTENT_LENGTH} bytes.`);
  return { ...members, next_body: content, _links };
}

function refuseNext(parameter: string, message: string): void {
  refuseFaults([{ in: "shape", parameter, code: "too_long", message }]);
}
