/** Summaries of pages with a picture, which previews of links show. */
import type { FastifyRequest } from "fastify";
import { requestQuery } from "../../../request/address.ts";
import { EMBED } from "../embedding.ts";
import { pictureTitle } from "../page-names.ts";
import { FACE, GROUPS, previewOf } from "../pictures/picture-files.ts";
import type { ReadSummary } from "./read.ts";

/** Returns the function that makes the summary of a picture of a list. @param read makes that of the list */
export function pictureSummary(kind: string, title: string | undefined, read: ReadSummary): ReadSummary {
  return async (request) => {
    const list = await read(request);
    if (!list) return undefined;
    const path = `${list.path}/-/${kind}`;
    const query = ownQuery(request);
    const image = previewOf(path, query);
    return { ...list, title: pictureTitle(kind, title, list.title), path, picture: path + query, image };
  };
}

/**
 * Returns the function that makes the summary of a list with a picture: of its groups, or the first that it has.
 * @param kinds of its pictures
 * @param read makes the summary without it
 */
export function picturedSummary(kinds: readonly string[], read: ReadSummary): ReadSummary {
  return async (request) => {
    const list = await read(request);
    const inGroups = isGrouped(request);
    const kind = inGroups ? GROUPS : kinds[0];
    if (!list || kind === undefined) return list;
    const query = ownQuery(request);
    return {
      ...list,
      picture: inGroups ? list.path + query : undefined,
      image: previewOf(`${list.path}/-/${kind}`, query),
    };
  };
}

/** Returns the function that makes the summary of a record with its face. @param read makes the summary without it */
export function facedSummary(read: ReadSummary): ReadSummary {
  return async (request) => {
    const record = await read(request);
    return record && { ...record, image: previewOf(`${record.path}/-/${FACE}`) };
  };
}

/** Whether a list is shown in groups, of which there is a picture. */
export function isGrouped(request: FastifyRequest): boolean {
  return new URLSearchParams(requestQuery(request)).has("group_by");
}

/** Returns the query of a page, whether it is in a frame or not. */
function ownQuery(request: FastifyRequest): string {
  const pairs = requestQuery(request)
    .split("&")
    .filter((pair) => pair !== "" && pair.split("=")[0] !== EMBED);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
