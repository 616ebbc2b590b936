/** A record of a past page, as it is now. */
import { createContext, useContext } from "react";
import { NotFound } from "../../../../../client/index.ts";
import type { Place } from "../../../../../kit/description/model.ts";
import { withoutMoment } from "../../../address/moment.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { withNames } from "../../../fields/record/relations.ts";
import { useReadableRelations } from "../../../fields/use-readable-relations.ts";
import type { Data } from "../../../requests/data.ts";
import { useDating } from "../../../requests/past/dating.ts";
import { useGet } from "../../../requests/queries.ts";

/** The record as it is now; null if it no longer exists; undefined until that is known, and on pages of the present. */
export type PresentRecord = Data | null | undefined;

/** The record of the page as it is now, for the values that are different. */
export const PresentContext = createContext<PresentRecord>(undefined);

/** Returns the record of the page as it is now. */
export function usePresent(): PresentRecord {
  return useContext(PresentContext);
}

/** Reads what the record of a past page is now. On a page of the present, it reads nothing. */
export function useReadPresent({ view }: Place, path: string, search: string): PresentRecord {
  const description = useDescription();
  const { moment } = useDating();
  const request = withNames(description, view, path, withoutMoment(search), useReadableRelations());
  const { data, error } = useGet(moment === undefined ? undefined : request, { isPresent: true });
  return error instanceof NotFound ? null : data?.data;
}
