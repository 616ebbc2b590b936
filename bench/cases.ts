/** The measured cases: requests, and the goal as a multiple of the baseline's speed. */
import type { Request } from "./load/request.ts";
import { type KnownMission, missions, PLANETS, pick, randomFrom, STATUSES } from "./records/missions.ts";
import { ARRAY, samples } from "./records/samples.ts";

/** Requests whose speed is measured. */
export interface Case {
  readonly name: string;
  readonly requests: readonly Request[];
  /** Requests to the baseline, if they differ. */
  readonly baselineRequests?: readonly Request[];
  /** The speed of the service, as a multiple of the baseline's. */
  readonly goal?: number;
  /** The least speed of the service, where a ratio is not the goal. */
  readonly least?: number;
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

/**
 * Read-only cases. A varied case requests more pages than any response cache can hold, in a fixed cycle. A repeated case
 * requests a single page.
 */
export function reads(known: readonly KnownMission[]): Case[] {
  const random = randomFrom(2);
  const pages = Math.ceil(known.length / PAGE);
  const front = range(1, Math.min(300, pages)).flatMap((page) =>
    range(10, 30).map((limit) => `page=${page}&limit=${limit}`),
  );
  const filtered = STATUSES.flatMap((status) => {
    const matching = known.filter((mission) => mission.status === status).length;
    return range(1, Math.ceil(matching / PAGE)).map((page) => `status=${status}&sort_by=launch_date&page=${page}`);
  });
  // Each page has two URLs, because there are too few deep pages to exceed a cache.
  const deep = range(Math.ceil(pages * 0.4), pages).flatMap((page) => [`page=${page}`, `limit=${PAGE}&page=${page}`]);
  const varied = (name: string, queries: string[], goal?: number): Case => ({
    name,
    requests: shuffled(random, queries).map((query) => ({ path: `${MISSIONS}?${query}` })),
    ...(goal ? { goal } : {}),
  });
  const middle = (queries: string[]) => [{ path: `${MISSIONS}?${queries[Math.floor(queries.length / 2)]}` }];
  return [
    { name: "one resource, random ids", requests: randomGets(known), goal: 0.65 },
    { name: "first page of 20", requests: [{ path: MISSIONS }], goal: 1 },
    varied("front pages, varied", front),
    varied("filtered and sorted page, varied", filtered, 5),
    { name: "filtered and sorted page, repeated", requests: middle(filtered) },
    varied("deep page, varied", deep, 5),
    { name: "deep page, repeated", requests: middle(deep) },
  ];
}

/**
 * Conditional GETs that get 304, compared with the baseline's GET of one resource.
 * @param url of the service, which supplies the entity tags
 * @throws Error if the response is not 304
 */
export async function notModified(url: string, known: readonly KnownMission[]): Promise<Case[]> {
  const one = `${MISSIONS}/${known[0]!.id}`;
  const unmodified = async (name: string, path: string, goal?: number): Promise<Case> => {
    // As the load generator requests it, because the tag depends on the content coding.
    const plain = { "accept-encoding": "identity" };
    const response = await fetch(url + path, { headers: plain });
    const headers = { ...plain, "if-none-match": response.headers.get("etag") ?? "" };
    const { status } = await fetch(url + path, { headers });
    if (status !== 304) throw new Error(`${path} returned ${status}, not 304`);
    const requests = [{ path, headers }];
    return { name, requests, baselineRequests: [{ path: one }], ...(goal ? { goal } : {}) };
  };
  return [await unmodified("304 of one resource", one), await unmodified("304 of a page", MISSIONS, 1)];
}

/**
 * One resource with rate limits, without and with a credential, compared with the service without limits and credential.
 * @param key a credential of the service
 */
export function withRateLimits(known: readonly KnownMission[], key: string): Case[] {
  const baselineRequests = randomGets(known);
  const headers = { authorization: `Bearer ${key}` };
  return [
    { name: "one resource, limited", requests: baselineRequests, baselineRequests, goal: 0.9 },
    {
      name: "one resource, limited, credential",
      requests: baselineRequests.map((each) => ({ ...each, headers })),
      baselineRequests,
      goal: 0.9,
    },
  ];
}

/** The cases that are compared with another version of the service. */
const VERSIONED = ["one resource, random ids", "first page of 20", "filtered and sorted page, varied", "POST, durable"];

/**
 * The same requests, compared with another version of the service.
 * @param key a credential of both
 */
export function comparedWithOtherVersion(known: readonly KnownMission[], key: string): Case[] {
  const cases = [...reads(known), posts(key)].filter(({ name }) => VERSIONED.includes(name));
  return cases.map((each) => ({ ...each, goal: 0.97 }));
}

/** The number of cursor pages measured at either end of a list, and the orders of the list. */
const CURSOR_PAGES = 30;
const ORDERS = [
  ["id", "id"],
  ["date descending", "launch_date:desc"],
] as const;

/**
 * The last cursor pages, compared with the first ones of the same service, which should be as fast.
 * @param url of the service, which is read once to collect the cursors
 */
export async function lastCursorPages(url: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [name, sort] of ORDERS) {
    const paths: string[] = [];
    for (let next: string | undefined = `${MISSIONS}?sort=${sort}&limit=100&cursor=`; next; ) {
      const { _links: links } = (await (await fetch(url + next)).json()) as { _links: { next?: string } };
      next = links.next;
      if (next) paths.push(next);
    }
    // In many sizes, so that no response is cached. The last cursor is omitted, because its page may be shorter.
    const sizes = range(PAGE - 10, PAGE + 10);
    const inAllSizes = (ends: string[]) =>
      sizes.flatMap((size) => ends.map((path) => ({ path: path.replace("limit=100", `limit=${size}`) })));
    const [requests, baselineRequests] = [
      inAllSizes(paths.slice(-CURSOR_PAGES - 1, -1)),
      inAllSizes(paths.slice(0, CURSOR_PAGES)),
    ];
    cases.push({ name: `last cursor pages by ${name}`, requests, baselineRequests, goal: 0.9 });
  }
  return cases;
}

/** One resource while clients listen to the event stream, compared with the service without listeners. */
export function withListeners(known: readonly KnownMission[]): Case {
  return { name: "one resource, idle listeners", requests: randomGets(known), goal: 0.9 };
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
  return { name: "POST, durable", requests };
}

/** The mission that arrays of samples are uploaded to. */
export const UPLOADS = "uploads";

/**
 * POSTs of arrays of samples. The baseline inserts as many rows for a request without a body.
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
  return { name: "arrays", requests, baselineRequests: [{ path: "/arrays", method: "POST" }], rows: ARRAY };
}

/** GETs of planets: records that neither missions nor samples change. */
export function planets(): Request[] {
  return PLANETS.map((id) => ({ path: `/api/planets/${id}` }));
}

/** POST to a server that stores nothing: the highest ratio that is possible on this disk. */
export function postWithoutStorage(key: string): Case {
  const { requests } = posts(key);
  return { name: "POST, parsed but not stored", requests };
}

/** POST, compared with the service without an event log. */
export function postWithEvents(key: string): Case {
  return { ...posts(key), name: "POST, with event log", goal: 0.75 };
}

/** GETs of random missions. */
function randomGets(known: readonly KnownMission[]): Request[] {
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
