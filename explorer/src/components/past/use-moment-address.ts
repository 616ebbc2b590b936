/** The address of the same page at other moments. */
import { useLocation } from "react-router";
import { atMoment, withoutMoment } from "../../address/moment.ts";
import { withParameters } from "../../address/query.ts";

/** Returns a function that returns the address of this page at the end of a day; of today, that of the present. */
export function useMomentAddress(): (day: string) => { readonly search: string; readonly hash: string } {
  const { search, hash } = useLocation();
  return (day) => {
    // Another day has other pages.
    const first = withoutMoment(withParameters(search, {}));
    const isToday = day === new Date().toISOString().slice(0, day.length);
    return { search: isToday ? first : atMoment(first, day), hash };
  };
}
