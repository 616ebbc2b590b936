/** The steps between the days on which a record changed. */
import { useLocation } from "react-router";
import { dayOfMoment, timeOfMoment } from "../../address/moment.ts";
import { useDescription } from "../../description/use-description.tsx";
import { useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { useMomentAddress } from "./use-moment-address.ts";

/** The pages of the days before and after; undefined where there is none, or none yet. */
export interface Steps {
  readonly before: ReturnType<ReturnType<typeof useMomentAddress>> | undefined;
  readonly after: Steps["before"];
}

/**
 * Returns the steps from a moment to the days of the changes before and after, for callers who may read events.
 * @param subject the record; undefined has no steps
 * @param log the list of events
 */
export function useSteps(moment: string, subject: string | undefined, log: string | undefined): Steps | undefined {
  const { at } = useDescription();
  const { mayRead } = useRights();
  const address = useMomentAddress();
  const { pathname } = useLocation();
  const view = log === undefined ? undefined : at(log)?.view;
  const day = dayOfMoment(moment);
  const hasSteps = view !== undefined && subject !== undefined && day !== undefined && mayRead(view) === true;
  const request = (limits: string) =>
    hasSteps ? `${log}?subject=${subject}&${limits}&limit=1&fields=time` : undefined;
  const end = day === undefined ? "" : new Date(timeOfMoment(moment)!).toISOString();
  const earlier = useGet(request(`time_before=${day}T00:00:00Z&sort=id:desc`), { poll: false });
  const later = useGet(request(`time_after=${end}&sort=id`), { poll: false });
  if (!hasSteps) return undefined;
  const stepTo = (event: { readonly time: string } | undefined) => {
    const on = event?.time.slice(0, "2000-01-01".length);
    return on === undefined ? undefined : { pathname, ...address(on) };
  };
  return {
    before: stepTo(earlier.data?.data[view.plural]?.[0]),
    after: stepTo(later.data?.data[view.plural]?.[0]),
  };
}
