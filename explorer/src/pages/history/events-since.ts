/** Reads what happened to a record after an event. */
import { type Data, get } from "../../requests/queries.ts";
import { withQuery } from "../events/event-text.ts";

/** The number of events read at once. */
const AT_ONCE = 100;

/**
 * Reads the events of a record after one of them, newest first.
 * @param log the list of its events
 * @throws Problem, NetworkError
 */
export async function eventsSince(log: string, id: string, signal?: AbortSignal): Promise<Data[]> {
  const found: Data[] = [];
  for (let path = withQuery(log, `sort=id:desc&limit=${AT_ONCE}&cursor=`); ; ) {
    const { data } = await get(path, signal);
    const [events] = Object.values(data).filter(Array.isArray) as [Data[]];
    const later = events.filter((event) => event.id > id);
    found.push(...later);
    const next: string | undefined = data._links?.next;
    if (later.length < events.length || next === undefined) return found;
    path = next;
  }
}
