/** How many records there are, exactly. */
import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useCaller } from "../../requests/caller.ts";
import { getQuery } from "../../requests/queries.ts";

/** How often a count is asked for again, in milliseconds. */
const POLL_MS = 60_000;
/** The longest that a busy page waits before it requests counts, in milliseconds. */
const IDLE_MS = 1_000;

/** The numbers of records of lists, asked for when the page has nothing else to do. */
export function useCounts(paths: readonly string[]): (number | undefined)[] {
  const isIdle = useIdle();
  const { refusal } = useCaller();
  const isAsked = isIdle && !refusal;
  const answers = useQueries({
    queries: paths.map((path) => getQuery(isAsked ? `${path}?limit=1` : undefined, { poll: POLL_MS })),
  });
  return answers.map(({ data }) => data?.data.total_count);
}

/** The number of records of a list. */
export function useCount(path: string): number | undefined {
  return useCounts([path])[0];
}

let hasRested = false;

/** True after the page has come to rest for the first time. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(hasRested);
  useEffect(() => {
    const rest = () => {
      hasRested = true;
      setIsIdle(true);
    };
    if (!("requestIdleCallback" in window)) return rest();
    const handle = requestIdleCallback(rest, { timeout: IDLE_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
