/** Reads the bodies of a scale. */
import { useDescription } from "../../description/use-description.tsx";
import { useGet } from "../../requests/queries.ts";
import { type LoadedRecords, useRecords } from "../../requests/records.ts";
import type { PictureProps } from "../picture.ts";
import { type Family, familyListsOf, familyOf, familyPathsOf } from "./family.ts";

/** The bodies as far as they are read. */
export interface LoadedFamily extends Family {
  /** The list of the address; complete when all that is drawn has been read. */
  readonly loaded: LoadedRecords;
}

/** Reads what a scale shows. @param chosen the id of the body in the center */
export function useFamily(props: PictureProps, chosen: string | undefined): LoadedFamily {
  const lists = familyListsOf(useDescription(), props);
  const paths = familyPathsOf(lists, props, chosen);
  const own = useRecords(paths.own);
  const centers = useRecords(paths.centers);
  const counts = useGet(paths.counts, { poll: false });
  const around = useRecords(paths.around);
  const requested = [own, ...(paths.centers ? [centers] : []), ...(paths.around ? [around] : [])];
  const read = {
    own: own.records,
    centers: centers.records,
    counts: counts.data?.data.groups,
    around: around.records,
  };
  return {
    ...familyOf(lists, read, chosen),
    loaded: {
      records: own.records,
      isComplete: requested.every(({ isComplete }) => isComplete) && !counts.isLoading,
      error: requested.find(({ error }) => error)?.error,
      retry: () => {
        for (const { retry } of requested) retry();
      },
    },
  };
}
