/** What pages say without scripts, read as anybody may read it: the API answers a request without a credential. */

import type { FastifyRequest } from "fastify";
import { ANONYMOUS } from "../../../../access/caller.ts";
import { READ_ACCESS } from "../../../../access/requirements.ts";
import type { Json } from "../../../../declare/values.ts";
import { Problem } from "../../../../problem.ts";
import { asksAboutPast } from "../../../../query/history/as-of.ts";
import { API_ROOT, type View } from "../../../../resource/resource.ts";
import type { HttpContext, Route } from "../../../context.ts";
import { heading, toWords } from "../../../openapi/naming.ts";
import { titleOf } from "../../../openapi/schemas/extensions.ts";
import { partsOf } from "../../../openapi/schemas/units.ts";
import { statusOf } from "../../../problem-types.ts";
import { requestQuery } from "../../../request/address.ts";
import { type HttpResponse, withoutChunks } from "../../../response/response.ts";
import { pictureKinds } from "../page-names.ts";
import { previewOf } from "../pictures/picture-files.ts";
import { respondAs, type Target } from "../read-api.ts";
import type { Summary } from "./summary.ts";

/** A representation of a record or a list. */
type Data = Readonly<Record<string, Json>>;

/** Makes the summary of the page at a route; undefined if it is of the past, or not for everybody to read. */
export type ReadSummary = (request: FastifyRequest) => Promise<Summary | undefined>;

/** The least limit of a text, in characters, that describes its record. */
const LONG_TEXT = 1_000;
/** Values that say nothing about what a record is. */
const ABOUT_STORAGE: readonly string[] = ["id", "created_at", "updated_at"];

/** Returns the function that makes the summary of a record's or a list's page. */
export function summaryReader(
  { access }: Pick<HttpContext, "access">,
  route: Route,
  api: readonly Route[],
): ReadSummary {
  const { view } = route;
  if (!view) return async () => undefined;
  const closed = closedTo(access, api);
  const above = view.parent && view.role !== "flat" ? parentRoute(view, api) : undefined;
  return async (request) => {
    if (asksAboutPast(requestQuery(request))) return undefined;
    const data = await readOpenly(access, route, request);
    if (!data) return undefined;
    const { of } = request.params as { of?: string };
    const parent = above && (await readOpenly(access, above, request, { id: of }));
    const owner = parent && nameOf(above.view!, parent);
    return route.offered ? summaryOfList(view, data, owner) : summaryOfRecord(view, data, owner, closed);
  };
}

/** Makes the summary of the start page; undefined if nobody may read anything without a credential. */
export function homeSummary({ access, title, about, store }: HttpContext): Summary | undefined {
  if (!isOpen(access)) return undefined;
  const lists = store.catalog.views.filter(
    ({ parent, resource }) => !parent && resource.kind === "collection" && !resource.isSystem && !resource.private,
  );
  return {
    title,
    description: about?.split("\n\n")[0] ?? `${lists.map(({ plural }) => heading(plural)).join(", ")}.`,
    path: "/",
    image: imageOfHome(lists),
    facts: [],
    links: lists.map(({ plural, path }) => [heading(plural), path.slice(API_ROOT.length)]),
  };
}

/** The picture of who was there when, or else the first that any list has. */
function imageOfHome(lists: readonly View[]): string | undefined {
  const all = lists.flatMap((list) => pictureKinds(list).map((kind) => ({ list, kind })));
  const { list, kind } = all.find((each) => each.kind === "presence") ?? all[0] ?? {};
  return list && previewOf(`${list.path.slice(API_ROOT.length)}/-/${kind}`);
}

/** Returns the paths of the API that need a credential to be read. */
function closedTo(access: HttpContext["access"], api: readonly Route[]): RegExp[] {
  return api
    .filter(({ handlers, requirementOf }) => handlers.GET && !isOpen(access, requirementOf("GET")))
    .map(({ url }) => new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`));
}

/** Whether anything, or what has a requirement, can be read without a credential. */
export function isOpen(access: HttpContext["access"], requirement = READ_ACCESS): boolean {
  try {
    access.authorize(ANONYMOUS, requirement);
    return true;
  } catch (reason) {
    if (reason instanceof Problem) return false;
    throw reason;
  }
}

function parentRoute({ parent }: View, api: readonly Route[]): Route | undefined {
  const own = parent!.resource.views[0];
  return api.find(({ view, offered }) => view === own && !offered);
}

/**
 * Sends a GET of the API without a credential.
 * @returns undefined if it is refused
 * @throws Problem if the service cannot read now
 */
export async function respondOpenly(
  access: HttpContext["access"],
  route: Route,
  request: FastifyRequest,
  target?: Target,
): Promise<HttpResponse | undefined> {
  try {
    return await respondAs(ANONYMOUS, access, route, request, target);
  } catch (reason) {
    if (reason instanceof Problem && statusOf(reason.slug) < 500) return undefined;
    throw reason;
  }
}

async function readOpenly(
  access: HttpContext["access"],
  route: Route,
  request: FastifyRequest,
  params?: unknown,
): Promise<Data | undefined> {
  const response = await respondOpenly(access, route, request, { params });
  return response && (JSON.parse(String((await withoutChunks(response)).body)) as Data);
}

function nameOf(view: View, record: Data): string {
  return String(record[titleOf(view)] ?? record.id);
}

function summaryOfRecord(view: View, record: Data, owner: string | undefined, closed: readonly RegExp[]): Summary {
  const { resource, properties } = view;
  const isSingle = resource.kind === "single";
  const title = isSingle ? heading(resource.one) : nameOf(view, record);
  const shown = [...properties.values()].filter(({ name }) => record[name] != null && !ABOUT_STORAGE.includes(name));
  const text = shown.find(({ spec }) => spec.kind === "text" && Number(spec.schema.maxLength) >= LONG_TEXT);
  const others = [titleOf(view), text?.name, view.parent?.column];
  const facts = shown.filter(({ name }) => typeof record[name] !== "object" && !others.includes(name));
  return {
    title: isSingle && owner !== undefined ? `${title} of ${owner}` : title,
    description: text ? String(record[text.name]) : resource.about,
    path: pathOf(record),
    facts: facts.map(({ name }) => factOf(name, record[name]!)),
    links: linksOf(record, closed),
  };
}

function factOf(name: string, value: Json): [label: string, value: string] {
  const { quantity, unit } = typeof value === "number" ? partsOf(name) : { quantity: name, unit: undefined };
  return [heading(quantity), unit === undefined ? String(value) : `${value} ${unit}`];
}

function summaryOfList(view: View, list: Data, owner: string | undefined): Summary {
  const title = heading(view.plural);
  const items = list[view.plural] as readonly Data[];
  return {
    title: owner === undefined ? title : `${title} of ${owner}`,
    description: view.resource.about,
    path: pathOf(list),
    facts: [[`Number of ${toWords(view.plural)}`, String(list.total_count)]],
    links: items.map((item) => [nameOf(view, item), pathOf(item)]),
  };
}

/** Returns the links to other pages that anybody may read, each once. */
function linksOf({ _links }: Data, closed: readonly RegExp[]): [label: string, page: string][] {
  const { self, ...others } = _links as Readonly<Record<string, string>>;
  const pages = Object.entries(others).filter(
    ([, path]) => path.startsWith(`${API_ROOT}/`) && !path.includes("?") && !closed.some((each) => each.test(path)),
  );
  const byPage = new Map(pages.map(([name, path]) => [path.slice(API_ROOT.length), heading(name)]));
  return [...byPage].map(([page, label]) => [label, page]);
}

function pathOf({ _links }: Data): string {
  return (_links as { self: string }).self.slice(API_ROOT.length).replace(/\?.*$/s, "");
}
