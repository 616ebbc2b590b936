/** The measured cases: requests, and the goal as a multiple of the baseline's speed. */
import type { Request } from "./load.ts";
import { type KnownMission, missions, pick, randomFrom, STATUSES } from "./missions.ts";

/** Requests whose speed is measured. */
export interface Case {
  readonly name: string;
  readonly requests: readonly Request[];
  /** Requests to the baseline, if they differ. */
  readonly baselineRequests?: readonly Request[];
  /** The speed of the service, as a multiple of the baseline's. */
  readonly goal?: number;
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

/**
 * First pages and indexed filters of a large collection, compared with a small one: the same page, which is cached, and more pages
 * than the cache can hold.
 * @param store the name of the database
 * @param smallMatches the number of records that every filter matches at least in the small collection
 */
export function growth(store: string, smallMatches: number): Case[] {
  const filtered = (status: string) => `status=${status}&sort_by=launch_date`;
  const pages = range(1, 10).flatMap((page) => range(1, 100).map((limit) => [page, limit] as const));
  const front = pages.map(([page, limit]) => `page=${page}&limit=${limit}`);
  const smallFront = front.filter((_, index) => pages[index]![0] * pages[index]![1] <= smallMatches);
  const lists: [string, string[]][] = [
    ["first page", [""]],
    ["indexed filter", [filtered("active")]],
    ["front pages, varied", front],
    ["indexed filter, varied", STATUSES.flatMap((status) => smallFront.map((page) => `${filtered(status)}&${page}`))],
  ];
  return lists.map(([name, queries]) => ({
    name: `${name}, ${store}`,
    requests: shuffled(randomFrom(4), queries).map((query) => ({ path: `${MISSIONS}?${query}` })),
    // At most 1.5 times slower.
    goal: 0.67,
  }));
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
  return { name: "POST, durable", requests, goal: 3 };
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

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
