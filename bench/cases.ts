/** What is measured: the requests of each case, and the goal, as a multiple of what the yardstick reaches. */
import type { Request } from "./load.ts";
import { type KnownMission, missions, pick, randomFrom, STATUSES } from "./missions.ts";

export interface Case {
  readonly name: string;
  readonly requests: readonly Request[];
  /** What the yardstick is asked, where that is something else. */
  readonly against?: readonly Request[];
  readonly goal?: number;
}

/** What a page holds when nothing is said. */
const PAGE = 20;
const MISSIONS = "/api/missions";

/**
 * The cases that only read. A varied one asks for so many different pages, none twice before all others, that no
 * cache of answers can hold them all; a repeated one asks for a single page.
 */
export function reading(known: readonly KnownMission[]): Case[] {
  const random = randomFrom(2);
  const pages = Math.ceil(known.length / PAGE);
  const front = range(1, Math.min(300, pages)).flatMap((page) =>
    range(10, 30).map((limit) => `page=${page}&limit=${limit}`),
  );
  const filtered = STATUSES.flatMap((status) => {
    const some = known.filter((mission) => mission.status === status).length;
    return range(1, Math.ceil(some / PAGE)).map((page) => `status=${status}&sort_by=launch_date&page=${page}`);
  });
  // Two spellings of each page: there are not enough deep ones to outgrow a cache.
  const deep = range(Math.ceil(pages * 0.4), pages).flatMap((page) => [`page=${page}`, `limit=${PAGE}&page=${page}`]);
  const varied = (name: string, queries: string[], goal?: number): Case => ({
    name,
    requests: shuffled(random, queries).map((query) => ({ path: `${MISSIONS}?${query}` })),
    ...(goal ? { goal } : {}),
  });
  const middle = (queries: string[]) => [{ path: `${MISSIONS}?${queries[Math.floor(queries.length / 2)]}` }];
  return [
    { name: "one resource, random ids", requests: oneOf(known), goal: 0.65 },
    { name: "first page of 20", requests: [{ path: MISSIONS }], goal: 1 },
    varied("front pages, varied", front),
    varied("filtered and sorted page, varied", filtered, 5),
    { name: "filtered and sorted page, repeated", requests: middle(filtered) },
    varied("deep page, varied", deep, 5),
    { name: "deep page, repeated", requests: middle(deep) },
  ];
}

/**
 * Conditional GETs of what the caller has already, against the yardstick's plain GET of one resource.
 * @param url of the service, which is asked for its entity tags
 * @throws Error when it does not answer 304
 */
export async function conditional(url: string, known: readonly KnownMission[]): Promise<Case[]> {
  const one = `${MISSIONS}/${known[0]!.id}`;
  const unmodified = async (name: string, path: string, goal?: number): Promise<Case> => {
    // As the load generator asks: the tag names the coding too.
    const plain = { "accept-encoding": "identity" };
    const { headers: told } = await fetch(url + path, { headers: plain });
    const headers = { ...plain, "if-none-match": told.get("etag") ?? "" };
    const { status } = await fetch(url + path, { headers });
    if (status !== 304) throw new Error(`${path} was answered ${status} and not 304`);
    const requests = [{ path, headers }];
    return { name, requests, against: [{ path: one }], ...(goal ? { goal } : {}) };
  };
  return [await unmodified("304 of one resource", one), await unmodified("304 of a page", MISSIONS, 1)];
}

/**
 * One resource with limits, without and with a credential, against the same service that limits nobody and is sent none.
 * @param key a credential of the service
 */
export function guarding(known: readonly KnownMission[], key: string): Case[] {
  const against = oneOf(known);
  const headers = { authorization: `Bearer ${key}` };
  return [
    { name: "one resource, limited", requests: against, against, goal: 0.9 },
    {
      name: "one resource, limited, credential",
      requests: against.map((each) => ({ ...each, headers })),
      against,
      goal: 0.9,
    },
  ];
}

/** One resource, against another version of the service. */
export function again(known: readonly KnownMission[]): Case {
  return { name: "one resource, beside another version", requests: oneOf(known), goal: 0.9 };
}

/** How many pieces of a walk are measured at either end, and the orders that are walked in. */
const PIECES = 30;
const ORDERS = [
  ["id", "id"],
  ["date, newest first", "launch_date:desc"],
] as const;

/**
 * The last pieces of walks, against the first ones: at the same service, which has to be as fast at both.
 * @param url of the service, which is walked through once for its cursors
 */
export async function walking(url: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [name, sort] of ORDERS) {
    const paths: string[] = [];
    for (let next: string | undefined = `${MISSIONS}?sort=${sort}&limit=100&cursor=`; next; ) {
      const { _links: links } = (await (await fetch(url + next)).json()) as { _links: { next?: string } };
      next = links.next;
      if (next) paths.push(next);
    }
    // In many sizes, so that none is answered from memory; the last cursor leads to what is left, which may be less.
    const sizes = range(PAGE - 10, PAGE + 10);
    const pieces = (some: string[]) =>
      sizes.flatMap((size) => some.map((path) => ({ path: path.replace("limit=100", `limit=${size}`) })));
    const [requests, against] = [pieces(paths.slice(-PIECES - 1, -1)), pieces(paths.slice(0, PIECES))];
    cases.push({ name: `end of a walk by ${name}`, requests, against, goal: 0.9 });
  }
  return cases;
}

/**
 * First pages and indexed filters of a large collection, against the same of a small one: the very same page, which is
 * answered from memory, and more different ones than are kept there.
 * @param store where the collections are kept
 * @param few how many records of the small one a filter leaves for sure
 */
export function growing(store: string, few: number): Case[] {
  const filtered = (status: string) => `status=${status}&sort_by=launch_date`;
  const pages = range(1, 10).flatMap((page) => range(1, 100).map((limit) => [page, limit] as const));
  const front = pages.map(([page, limit]) => `page=${page}&limit=${limit}`);
  const there = front.filter((_, at) => pages[at]![0] * pages[at]![1] <= few);
  const lists: [string, string[]][] = [
    ["first page", [""]],
    ["indexed filter", [filtered("active")]],
    ["front pages, varied", front],
    ["indexed filter, varied", STATUSES.flatMap((status) => there.map((page) => `${filtered(status)}&${page}`))],
  ];
  return lists.map(([name, queries]) => ({
    name: `${name}, ${store}`,
    requests: shuffled(randomFrom(4), queries).map((query) => ({ path: `${MISSIONS}?${query}` })),
    // At most 1.5 times slower.
    goal: 0.67,
  }));
}

/** One resource while others listen to what happens, against the same service that nobody listens to. */
export function listening(known: readonly KnownMission[]): Case {
  return { name: "one resource, idle listeners", requests: oneOf(known), goal: 0.9 };
}

/** @param key the credential that the service asks for; the yardstick does not look at it */
export function writing(key: string): Case {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const requests = missions(5_000, 3).map((mission) => ({
    path: MISSIONS,
    method: "POST" as const,
    headers,
    body: JSON.stringify(mission),
  }));
  return { name: "POST, durable", requests, goal: 3 };
}

/** The same, at what keeps nothing: how far the goal can be reached at all, with syncs as short as this disk's. */
export function forgetting(key: string): Case {
  const { requests } = writing(key);
  return { name: "POST, read and not kept", requests };
}

/** The same, against the same service without the log of what happened. */
export function logging(key: string): Case {
  return { ...writing(key), name: "POST, logged", goal: 0.75 };
}

/** Missions at random over all of them. */
function oneOf(known: readonly KnownMission[]): Request[] {
  const random = randomFrom(2);
  return Array.from({ length: 20_000 }, () => ({ path: `${MISSIONS}/${pick(random, known).id}` }));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
