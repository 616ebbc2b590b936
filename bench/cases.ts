/** The measured cases: requests, and the goals. */
import type { Servers } from "./comparison.ts";
import type { Request } from "./load/request.ts";
import { type KnownMission, missions, PLANETS, pick, randomFrom, STATUSES } from "./records/missions.ts";
import { ARRAY, samples } from "./records/samples.ts";

/** What a case should reach. The other server is the second one. */
export interface Goals {
  /** The least speed, as a multiple of the other's. */
  readonly ratio?: number;
  /** The longest that the slowest hundredth may take, in milliseconds. */
  readonly p99?: number;
  /** The same, as a multiple of the other's. */
  readonly p99Ratio?: number;
}

/** Requests whose speed is measured. */
export interface Case {
  readonly name: string;
  readonly requests: readonly Request[];
  /** The requests to some of the servers, by their names, where they differ. */
  readonly requestsTo?: Readonly<Record<string, readonly Request[]>>;
  readonly goals?: Goals;
  /** The number of connections, `CONNECTIONS` by default. */
  readonly connections?: number;
  /** The least warm-up in units of time, where what is kept is built at the first requests. */
  readonly warmUp?: number;
  /** The number of rows that each request writes, 1 by default: speeds are in rows per second. */
  readonly rows?: number;
}

/** The default page size. */
const PAGE = 20;
const MISSIONS = "/api/missions";
const NOT_MODIFIED = "304 of one resource";

/** Read-only cases. A varied case requests more pages than any response cache can hold, in a fixed cycle. */
export function reads(known: readonly KnownMission[]): Case[] {
  const random = randomFrom(2);
  const pages = Math.ceil(known.length / PAGE);
  const filtered = STATUSES.flatMap((status) => {
    const matching = known.filter((mission) => mission.status === status).length;
    return range(1, Math.ceil(matching / PAGE)).map((page) => `status=${status}&sort_by=launch_date&page=${page}`);
  });
  // Each page has two URLs, because there are too few deep pages to exceed a cache.
  const deep = range(Math.ceil(pages * 0.4), pages).flatMap((page) => [`page=${page}`, `limit=${PAGE}&page=${page}`]);
  const varied = (queries: string[]) => shuffled(random, queries).map((query) => ({ path: `${MISSIONS}?${query}` }));
  return [
    { name: "GET of one resource", requests: randomGets(known) },
    { name: NOT_MODIFIED, requests: [{ path: `${MISSIONS}/${known[0]!.id}` }] },
    { name: "first page", requests: [{ path: MISSIONS }] },
    { name: "filtered and sorted page, varied", requests: varied(filtered) },
    { name: "deep page, varied", requests: varied(deep) },
  ];
}

/**
 * The same cases, but with requests for a 304 from those servers that have entity tags. The others get GETs.
 * @param servers which supply the tags, by their names
 * @throws Error if a response is not 304
 */
export async function withTags(cases: readonly Case[], servers: Servers): Promise<Case[]> {
  const tagged = async ({ path }: Request, url: string): Promise<Request> => {
    // As the load generator requests it, because the tag depends on the content coding.
    const plain = { "accept-encoding": "identity" };
    const response = await fetch(url + path, { headers: plain });
    const headers = { ...plain, "if-none-match": response.headers.get("etag") ?? "" };
    const { status } = await fetch(url + path, { headers });
    if (status !== 304) throw new Error(`${path} returned ${status}, not 304`);
    return { path, headers };
  };
  const all: Case[] = [];
  for (const each of cases) {
    const requestsTo: Record<string, Request[]> = {};
    if (each.name === NOT_MODIFIED)
      for (const [name, { url }] of Object.entries(servers)) requestsTo[name] = [await tagged(each.requests[0]!, url)];
    all.push({ ...each, requestsTo });
  }
  return all;
}

/**
 * POSTs of missions.
 * @param key the credential of the service; the baseline ignores it
 */
export function posts(key: string): Case {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const requests = missions(5_000, 3).map((mission) => ({
    path: MISSIONS,
    method: "POST" as const,
    headers,
    body: JSON.stringify(mission),
  }));
  return { name: "POST", requests };
}

/** The mission that arrays of samples are uploaded to. */
export const UPLOADS = "uploads";

/** A request to a baseline without a body, for which it inserts as many rows as an array has. */
export const BASELINE_ARRAY: Request = { path: "/arrays", method: "POST" };

/**
 * POSTs of arrays of samples.
 * @param key the credential of the service
 */
export function arrays(key: string): Case {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const path = `${MISSIONS}/${UPLOADS}/data`;
  const requests = range(0, 3).map((array) => ({
    path,
    method: "POST" as const,
    headers,
    body: JSON.stringify(samples(array)),
  }));
  return { name: "arrays", requests, rows: ARRAY };
}

/** GETs of planets: records that neither missions nor samples change. */
export function planets(): Request[] {
  return PLANETS.map((id) => ({ path: `/api/planets/${id}` }));
}

/** GETs of random missions. */
export function randomGets(known: readonly KnownMission[]): Request[] {
  const random = randomFrom(2);
  return Array.from({ length: 20_000 }, () => ({ path: `${MISSIONS}/${pick(random, known).id}` }));
}

/** The whole numbers from one to another. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The items in a random order. */
export function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
