/** Tells the request panel what a form would send. */
import { useEffect } from "react";
import { plannedWrite } from "../../requests/as-code/planned.ts";
import type { Write } from "../../requests/write.ts";
import { isUnreadable } from "../values/unreadable.ts";

/** Shows this request in the panel while a form is open. @param write undefined while nothing would be sent */
export function usePlanned(write: Write | undefined): void {
  const text = write && !hasUnreadable(write.body) ? JSON.stringify(write) : undefined;
  useEffect(() => {
    plannedWrite.set(text === undefined ? undefined : JSON.parse(text));
    return () => plannedWrite.set(undefined);
  }, [text]);
}

/** Returns whether something was typed that is no value yet. */
function hasUnreadable(value: unknown): boolean {
  if (isUnreadable(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnreadable);
}
