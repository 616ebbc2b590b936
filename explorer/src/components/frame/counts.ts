/** Counts the records of lists. */
import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { useDescription } from "../../description/use-description.tsx";
import { useCaller } from "../../requests/caller.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { getQuery } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";

/** The interval at which a count is requested, in milliseconds. */
const POLL_MS = 60_000;
/** The longest that a busy page waits before it requests counts, in milliseconds. */
const IDLE_MS = 1_000;

/** Requests the numbers of records of lists that the caller may read, when the page has nothing else to do. */
export function useCounts(views: readonly View[]): (number | undefined)[] {
  const isIdle = useIdle();
  const { refusal } = useCaller();
  const { mayRead } = useRights();
  const { moment, dated } = useDating();
  const { home } = useDescription();
  const events = home("events");
  // Who may not read events may not read the past either, unless it is open to all, which nothing says.
  const mayReadThen = moment === undefined || (events !== undefined && mayRead(events) === true);
  const isEnabled = isIdle && !refusal && mayReadThen;
  const answers = useQueries({
    queries: views.map((view) =>
      getQuery(isEnabled && mayRead(view) ? dated(`${view.path}?limit=1`) : undefined, { poll: POLL_MS }),
    ),
  });
  return answers.map(({ data }) => data?.data.total_count);
}

/** Returns the number of records of a list. */
export function useCount(view: View): number | undefined {
  return useCounts([view])[0];
}

let wasIdle = false;

/** Returns true after the page has come to rest for the first time. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(wasIdle);
  useEffect(() => {
    const rest = () => {
      wasIdle = true;
      setIsIdle(true);
    };
    if (!("requestIdleCallback" in window)) return rest();
    const handle = requestIdleCallback(rest, { timeout: IDLE_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
