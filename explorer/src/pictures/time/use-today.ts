/** Today, as a page sees it. */
import { dayOfMoment } from "../../address/moment.ts";
import { useDating } from "../../requests/past/dating.ts";
import { dayOf, today } from "./days.ts";

/** Returns today; on a page of the past, the day that it shows. */
export function useToday(): number {
  const { moment } = useDating();
  return dayOf(moment && dayOfMoment(moment)) ?? today();
}
