/** Notices whether the requests of everything on screen succeed. */
import type { QueryState } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { TooMany } from "../../../client/index.ts";
import { isOffline, queries, retryAt } from "./queries.ts";

/** The health of the requests. */
export interface Health {
  /** Set if there is no response. The data on screen is from this time; undefined if there is none. */
  readonly offline: { readonly seenFrom: number | undefined } | undefined;
  /** A request that is sent again at a time, because of the rate limit or because the service is not available. */
  readonly wait: { readonly at: number; readonly isLimit: boolean; readonly failures: number } | undefined;
}

const HEALTHY: Health = { offline: undefined, wait: undefined };
let last: Health = HEALTHY;

/** Returns the health of the requests, as it changes. */
export function useHealth(): Health {
  return useSyncExternalStore(subscribe, read);
}

/** Requests everything on screen again. */
export function readAgain(): void {
  void queries.refetchQueries({ type: "active" });
}

function subscribe(listener: () => void): () => void {
  const stop = queries.getQueryCache().subscribe(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    stop();
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns the same object while nothing has changed. */
function read(): Health {
  const states = queries
    .getQueryCache()
    .findAll({ type: "active" })
    .map(({ state }) => state as QueryState);
  const next = { offline: offlineOf(states), wait: waitOf(states) };
  if (JSON.stringify(next) !== JSON.stringify(last)) last = next;
  return last;
}

function offlineOf(states: readonly QueryState[]): Health["offline"] {
  const lost = states.filter(({ error, fetchFailureReason }) => isOffline(error) || isOffline(fetchFailureReason));
  if (lost.length === 0 && navigator.onLine) return undefined;
  const times = lost.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((time) => time > 0);
  const seen = times.length > 0 ? times : states.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((time) => time > 0);
  return { seenFrom: seen.length > 0 ? Math.min(...seen) : undefined };
}

function waitOf(states: readonly QueryState[]): Health["wait"] {
  const waits = states.flatMap(({ fetchFailureReason: reason, fetchFailureCount: failures, fetchStatus }) => {
    const at = fetchStatus === "fetching" ? retryAt(reason) : undefined;
    return at === undefined ? [] : [{ at, isLimit: reason instanceof TooMany, failures }];
  });
  return waits.sort((a, b) => b.at - a.at)[0];
}
