/** The cases that compare the service with itself: without a feature, or at the other end of a list. */
import { type Case, posts, randomGets, range } from "./cases.ts";
import type { KnownMission } from "./records/missions.ts";

/** The number of cursor pages measured at either end of a list, and the least and the greatest of their sizes. */
const CURSOR_PAGES = 30;
const SIZES = { from: 10, to: 30 };
/** The orders of the list. */
const ORDERS = { id: "id", "date descending": "launch_date:desc" };

/** A speed hardly below that of the service without the feature. */
const GOALS = { ratio: 0.9 };

/** The names of the cases of cursor pages. @param store the name of the database */
export function cursorNames(store: string): string[] {
  return Object.keys(ORDERS).map((order) => `last cursor pages by ${order}, ${store}`);
}

/**
 * The last cursor pages, compared with the first ones of the same service, which should be as fast.
 * @param store the name of the database
 * @param url of the service, which is read once to collect the cursors
 */
export async function lastCursorPages(store: string, url: string): Promise<Case[]> {
  const cases: Case[] = [];
  const names = cursorNames(store);
  for (const [index, sort] of Object.values(ORDERS).entries()) {
    const paths: string[] = [];
    for (let next: string | undefined = `/api/missions?sort=${sort}&limit=100&cursor=`; next; ) {
      const { _links: links } = (await (await fetch(url + next)).json()) as { _links: { next?: string } };
      next = links.next;
      if (next) paths.push(next);
    }
    // In many sizes, so that no response is cached. The last cursor is omitted, because its page may be shorter.
    const inAllSizes = (ends: string[]) =>
      range(SIZES.from, SIZES.to).flatMap((size) =>
        ends.map((path) => ({ path: path.replace("limit=100", `limit=${size}`) })),
      );
    cases.push({
      name: names[index]!,
      requests: inAllSizes(paths.slice(-CURSOR_PAGES - 1, -1)),
      requestsTo: { baseline: inAllSizes(paths.slice(0, CURSOR_PAGES)) },
      goals: GOALS,
    });
  }
  return cases;
}

/**
 * One resource with rate limits, without and with a credential, compared with the service without limits and credential.
 * @param key a credential of the service
 */
export function withRateLimits(known: readonly KnownMission[], key: string): Case[] {
  const requests = randomGets(known);
  const headers = { authorization: `Bearer ${key}` };
  return [
    { name: "one resource, limited", requests, goals: GOALS },
    {
      name: "one resource, limited, credential",
      requests: requests.map((each) => ({ ...each, headers })),
      requestsTo: { baseline: requests },
      goals: GOALS,
    },
  ];
}

/** One resource while clients listen to the event stream, compared with the service without listeners. */
export function withListeners(known: readonly KnownMission[]): Case {
  return { name: "one resource, idle listeners", requests: randomGets(known), goals: GOALS };
}

/** One resource from two workers, compared with one process. */
export function withTwoWorkers(known: readonly KnownMission[]): Case {
  return { name: "one resource, two workers beside one", requests: randomGets(known) };
}

/** POST, compared with the service without events and history of missions. */
export function postWithEvents(key: string): Case {
  return { ...posts(key), name: "POST, with events and history", goals: { ratio: 0.75 } };
}
