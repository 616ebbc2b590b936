/** Reading from the service, with one cache for all pages. */
import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  type QueryState,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { NetworkError, Problem, TooMany, Unauthorized, Unavailable, type UntypedApi } from "../../../client/index.ts";
import { momentIn } from "../address/moment.ts";
import { service } from "./connection.ts";
import type { ApiResponse, Data } from "./data.ts";
import { isAtOrBelow, isBeingDeleted } from "./deleted.ts";
import { FOR_ALL } from "./description.ts";
import { currentKey, onKeyChange, refuseKey } from "./key.ts";
import { useDating } from "./past/dating.ts";
import { undated } from "./past/undated.ts";
import { POLL_MS, pollAfter } from "./polling.ts";

export type { ApiResponse, Data } from "./data.ts";

/** The number of times a GET is sent again after a 503 and a 429. */
const RETRIES_UNAVAILABLE = 5;
const RETRIES_TOO_MANY = 1;
/** The longest wait that pages count down, in milliseconds. */
const MAX_WAIT_MS = 120_000;

/** The cache of all pages. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        (error instanceof TooMany && failures < RETRIES_TOO_MANY) ||
        (error instanceof Unavailable && failures < RETRIES_UNAVAILABLE),
      retryDelay: waitBefore,
      staleTime: 5_000,
      refetchInterval: pollUnlessRefused(pollAfter),
      networkMode: "always",
      refetchOnReconnect: "always",
    },
  },
});

/** Returns the interval at which something is read again. Refused requests are not repeated. */
function pollUnlessRefused(waitAfter: (readAt: number) => number) {
  return ({ state: { error, dataUpdatedAt } }: { readonly state: QueryState<unknown> }) =>
    (error === null || isTransient(error)) && waitAfter(dataUpdatedAt);
}

const ofCaller = { predicate: ({ queryKey }: { readonly queryKey: QueryKey }) => queryKey[0] !== FOR_ALL };

// One caller must not see the data of another.
onKeyChange(() => {
  for (const query of queries.getQueryCache().findAll(ofCaller)) query.reset();
  // Later, when pages know of the change, so that they do not request what the new caller may not read.
  setTimeout(() => void queries.refetchQueries({ ...ofCaller, type: "active" }));
});

/** Reads everything on screen again, and what is not on screen when it next is. */
export function readAgainAll(): void {
  void queries.invalidateQueries({ predicate: isReadable });
}

function isReadable(query: { readonly queryKey: QueryKey }): boolean {
  return ofCaller.predicate(query) && !isBeingDeleted(query.queryKey[1]);
}

/** Reads everything on screen again, except a record that was deleted, and what is below it. */
export function readAgainWithout(path: string): void {
  const [record = ""] = path.split("?");
  const isGone = ({ queryKey: [, requested] }: { readonly queryKey: QueryKey }) => isAtOrBelow(requested, record);
  void queries.invalidateQueries({ predicate: (query) => isReadable(query) && !isGone(query) });
  void queries.invalidateQueries({ predicate: isGone, refetchType: "none" });
}

/** Reads again what is on screen and could not be read. */
export function readAgainFailed(): void {
  void queries.refetchQueries({ type: "active", predicate: ({ state }) => isTransient(state.error) });
}

/** The time at which failed requests are sent again, in milliseconds since 1970. */
const retries = new WeakMap<Error, number>();

/** Returns the wait before a GET is sent again: `Retry-After`, with jitter so that tabs do not return all at once. */
function waitBefore(failures: number, error: Error): number {
  const seconds = error instanceof Problem ? error.retryAfter : undefined;
  const wait = seconds === undefined ? 500 * 2 ** failures : seconds * 1_000;
  const milliseconds = Math.min(MAX_WAIT_MS, wait + Math.random() * 250);
  retries.set(error, Date.now() + milliseconds);
  return milliseconds;
}

/** Returns when the request that failed in this way is sent again; undefined if it is not. */
export function retryAt(error: Error | null): number | undefined {
  return error === null ? undefined : retries.get(error);
}

/** Returns whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return [NetworkError, TooMany, Unavailable].some((transient) => error instanceof transient);
}

/** Returns whether there was no response: the network or the service is down. */
export function isOffline(error: unknown): boolean {
  return error instanceof NetworkError;
}

/** The ways to read a path. */
export interface GetSettings {
  /** Keep the answer to the previous path until the new one arrives. */
  readonly keepPrevious?: boolean;
  /** The interval at which it is read again, in milliseconds. False: read once. */
  readonly poll?: number | false;
  /** No event tells of its changes: it is read again as often as without a stream of events. */
  readonly hasNoEvents?: boolean;
  /** Read as it is now, also on a page of the past. */
  readonly isPresent?: boolean;
}

/**
 * Reads a path of the API, at the moment of the page. Undefined requests nothing. While there is data, it stays, and only
 * the frame says that it could not be read again for now.
 */
export function useGet<T = Data>(path: string | undefined, settings: GetSettings = {}): UseQueryResult<ApiResponse<T>> {
  const { dated } = useDating();
  const query = getQuery<T>(path === undefined || settings.isPresent ? path : dated(path), settings);
  // While the page that needs it is still being drawn, and not only once that is on screen.
  if (path !== undefined && !queries.getQueryState(query.queryKey)) void queries.prefetchQuery(query);
  const result = useQuery(query);
  if (result.data === undefined || !isTransient(result.error)) return result;
  return { ...result, error: null } as UseQueryResult<ApiResponse<T>>;
}

/** Makes the query of a GET, for reading several at once. What the past has is read once: it does not change. */
export function getQuery<T = Data>(
  path: string | undefined,
  { keepPrevious = false, poll, hasNoEvents = false }: GetSettings = {},
) {
  const pollOrOnce = path !== undefined && momentIn(path) !== undefined ? false : poll;
  const always = pollOrOnce === false ? Number.POSITIVE_INFINITY : pollOrOnce;
  return queryOptions<ApiResponse<T>>({
    queryKey: ["GET", path],
    queryFn: ({ signal }) => get<T>(path!, signal),
    enabled: path !== undefined,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(hasNoEvents ? { refetchInterval: pollUnlessRefused(() => POLL_MS) } : {}),
    ...(always === undefined ? {} : { refetchInterval: pollOrOnce!, staleTime: always }),
  });
}

/** Reads a path of the API; links of the past lead to the present. @throws Problem, NetworkError */
export async function get<T = Data>(path: string, signal?: AbortSignal): Promise<ApiResponse<T>> {
  const { body, headers } = await withKey((api) => api.send("GET", path, { signal }));
  return { data: (momentIn(path) === undefined ? body : undated(body)) as T, headers };
}

/** Sends a request with the current key. One that the service refuses is forgotten. */
export async function withKey<T>(send: (api: UntypedApi) => Promise<T>): Promise<T> {
  const key = currentKey();
  try {
    return await send(service());
  } catch (error) {
    if (error instanceof Unauthorized && key !== undefined && key === currentKey()) refuseKey();
    throw error;
  }
}
