/** Reads again what a change has touched. */
import type { Query } from "@tanstack/react-query";
import { isBeingDeleted } from "../requests/deleted.ts";
import { queries } from "../requests/queries.ts";
import { isAffected } from "./affected-queries.ts";
import type { Change } from "./messages.ts";

/** The methods of queries that are read again. Pictures and cursor pages stay as they are: they are long. */
const METHODS: readonly unknown[] = ["GET", "HEAD"];
/** The shortest time between two rounds of requests, however many changes there are, in milliseconds. */
const ROUND_MS = 1_000;
/** The longest wait before a round, so that not all browsers ask at the same moment, in milliseconds. */
const SPREAD_MS = 200;

/** The paths that have changed since the last round. */
const changed = new Set<string>();
let lastRound = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads again what a change has touched: soon if it is on screen, otherwise when it is shown next. */
export function readAgainAfter({ subject, self }: Change): void {
  changed.add(subject).add(self);
  if (timer !== undefined) return;
  timer = setTimeout(readRound, Math.max(lastRound + ROUND_MS - Date.now(), Math.random() * SPREAD_MS));
}

function readRound(): void {
  const paths = [...changed];
  changed.clear();
  timer = undefined;
  lastRound = Date.now();
  const isAffectedQuery = ({ queryKey: [method, path] }: Query) =>
    METHODS.includes(method) &&
    typeof path === "string" &&
    !isBeingDeleted(path) &&
    paths.some((each) => isAffected(path, each));
  // A hidden tab asks when it is shown.
  const refetchType = document.visibilityState === "visible" ? "active" : "none";
  void queries.invalidateQueries({ predicate: isAffectedQuery, refetchType });
}
