/** The last change of a record, for callers who may read events. */
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";

/** The events of a record, as far as the caller may read them. */
export interface LatestEvent {
  readonly isReadable: boolean;
  /** Undefined if there is none, and until it is known. */
  readonly last: Data | undefined;
  /** The number of events; undefined until it is known. */
  readonly count: number | undefined;
}

/**
 * Returns the last event of a record.
 * @param before a moment at which later ones had not happened yet; by default, the last one of all
 */
export function useLatestEvent(record: Data, before?: string): LatestEvent {
  const { at } = useDescription();
  const { mayRead } = useRights();
  const log: string | undefined = record._links?.events;
  const view = log === undefined ? undefined : at(log)?.view;
  const isReadable = view !== undefined && mayRead(view) === true;
  const limits = before === undefined ? "" : `&time_before=${before}`;
  const { data } = useGet(isReadable ? `${log}${limits}&sort=id:desc&limit=1` : undefined);
  return { isReadable, last: view && data?.data[view.plural]?.[0], count: data?.data.total_count };
}
