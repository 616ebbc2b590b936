/** The days of people on missions, and how many flights they make. */
import type { HookRecord } from "../../engine/declare/record-types.ts";
import { wholeDays } from "../../engine/declare/values.ts";
import type { crew } from "./crew.ts";

type Assignment = HookRecord<typeof crew>;

/** The states of missions that took place. */
const FLOWN: readonly string[] = ["active", "completed", "failed"];

/** The last day of a mission that has not ended. */
const OPEN_END = "9999-12-31";

/**
 * Counts the flights of a person. Missions whose days overlap, or follow each other within a day, are one flight: a
 * ferry flight and its expeditions, or a launch in one craft and a landing in another. A mission whose first day is not
 * known is a flight of its own, unless it failed without a launch date.
 */
export function countFlights(assignments: readonly Assignment[]): number {
  const flown = assignments.filter(({ owner }) => FLOWN.includes(owner.status));
  const dated: { readonly from: string; readonly to: string }[] = [];
  let flights = 0;
  for (const assignment of flown) {
    const { launch_date, launch_date_precision, status } = assignment.owner;
    const from = assignment.joined_on ?? (launch_date_precision === "day" ? launch_date : null);
    if (from !== null) dated.push({ from, to: lastDayOf(assignment, from) });
    else if (launch_date !== null || status !== "failed") flights++;
  }
  dated.sort((a, b) => (a.from < b.from ? -1 : 1));
  let landed: string | undefined;
  for (const { from, to } of dated) {
    if (landed === undefined || wholeDays(landed, from) > 1) flights++;
    if (landed === undefined || to > landed) landed = to;
  }
  return flights;
}

/** A person's last day on a mission; the first day if the mission is over and its end is unknown. */
function lastDayOf({ left_on, owner }: Assignment, from: string): string {
  return left_on ?? owner.end_date ?? (owner.status === "active" ? OPEN_END : from);
}

/** Whether a person has left a mission. */
export function hasLeft({ left_on }: Assignment, today: string): boolean {
  return left_on !== null && left_on < today;
}
