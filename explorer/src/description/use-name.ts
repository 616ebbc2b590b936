/** Names of records that a page only links to. */
import { useGet } from "../requests/queries.ts";
import { useRights } from "../requests/rights/rights.ts";
import { useDescription } from "./use-description.tsx";

/**
 * Reads the name of the record at a path of the API; undefined until it is known, or if it has none that may be read.
 */
export function useName(path: string | undefined): string | undefined {
  const { at } = useDescription();
  const { mayRead } = useRights();
  const place = path === undefined ? undefined : at(path);
  const title =
    place?.kind === "record" && place.view.title !== "id" && mayRead(place.view) ? place.view.title : undefined;
  const { data } = useGet(title === undefined ? undefined : `${path}?fields=${title}`, { poll: false });
  const name: unknown = title === undefined ? undefined : data?.data[title];
  return typeof name === "string" ? name : undefined;
}
