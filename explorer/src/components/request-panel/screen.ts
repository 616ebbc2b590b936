/** The requests of the screen that is shown. */
import { useSyncExternalStore } from "react";
import type { Exchange } from "../../requests/exchange.ts";
import { queries } from "../../requests/queries.ts";
import { latestExchanges, onExchange } from "../../requests/traffic.ts";
import { store } from "../../store.ts";

/** The time since which requests are those of the current screen, in milliseconds since 1970. */
export const screenSince = store(performance.timeOrigin);

let isFirst = true;

/** Returns the time at which a screen is reached, which is now; the first one was when the document was loaded. */
export function reachedAt(): number {
  const time = isFirst ? performance.timeOrigin : Date.now();
  isFirst = false;
  return time;
}

/** A request as the panel lists it. */
export interface ListedExchange {
  readonly exchange: Exchange;
  /** The screen shows its answer without another request. */
  readonly isFromMemory: boolean;
}

/** Returns the requests of this screen, newest first, and those before it. */
export function useScreen(since: number): { readonly own: ListedExchange[]; readonly before: ListedExchange[] } {
  const exchanges = useSyncExternalStore(onExchange, latestExchanges);
  const shown = new Set(
    queries
      .getQueryCache()
      .findAll({ type: "active" })
      .map(({ queryKey: [, path] }) => path),
  );
  const own: ListedExchange[] = [];
  const before: ListedExchange[] = [];
  const listed = new Set<string>();
  for (const exchange of exchanges) {
    const isOwn = exchange.startedAt >= since;
    const isFromMemory = !isOwn && shown.has(exchange.path) && !listed.has(exchange.path);
    if (isOwn || isFromMemory) listed.add(exchange.path);
    (isOwn || isFromMemory ? own : before).push({ exchange, isFromMemory });
  }
  return { own, before };
}

/** Returns the answer with content: that of a 304 is the one kept from before. */
export function completeAnswer(exchange: Exchange): Exchange {
  if (exchange.status !== 304) return exchange;
  const kept = latestExchanges().find(
    ({ id, path, status }) => id < exchange.id && path === exchange.path && status === 200,
  );
  return kept ?? exchange;
}
