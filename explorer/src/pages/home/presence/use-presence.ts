/** Reads who was there when: the stays that the picture of presence draws, as soon as nothing else is requested. */
import { useMemo } from "react";
import { useCounts } from "../../../components/frame/counts.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { huesOf } from "../../../fields/hues.ts";
import { useKnownUntil } from "../../../fields/use-known-until.ts";
import { pathOfRecords } from "../../../pictures/parts/picture-query.ts";
import { type Here, hereOn, unknownOn } from "../../../pictures/presence/heads.ts";
import { type PresenceParts, partsOf, recordFieldsOf } from "../../../pictures/presence/parts.ts";
import { type Member, presenceOf } from "../../../pictures/presence/stays.ts";
import { dayOf } from "../../../pictures/time/days.ts";
import { useToday } from "../../../pictures/time/use-today.ts";
import { useRecords } from "../../../requests/records.ts";
import { useRights } from "../../../requests/rights/rights.ts";
import type { Pictured } from "../pictures.ts";
import { knownDayOf, type Run, runOf } from "./run.ts";

/** Longer lists are not read for one sentence and its picture. */
const MOST_RECORDS = 5_000;

/** The members and their stays, until the last known day. */
export interface Present {
  readonly parts: PresenceParts;
  /** Those who have ever been there, by their first stay. */
  readonly members: readonly Member[];
  readonly now: number;
  /** The last known day, and who is there on it. */
  readonly day: number;
  readonly here: readonly Here[];
  /** The number of members who may or may not be there on it. */
  readonly unknown: number;
  readonly run: Run | undefined;
}

/** Returns who was there. Undefined until all is read; null if it is not to be had, or too much. */
export function usePresence(presence: Pictured | undefined): Present | null | undefined {
  const description = useDescription();
  const parts = useMemo(
    () => presence && partsOf(description, presence.view, presence.picture),
    [description, presence],
  );
  const views = presence && parts ? [presence.view, parts.records] : [];
  const { mayRead } = useRights();
  const counts = useCounts(views);
  const isRead = parts !== undefined && counts.every((count) => count !== undefined && count <= MOST_RECORDS);
  // The same requests as those of the picture's page, which is then there at once.
  const people = useRecords(
    isRead ? pathOfRecords(presence!.view.path, "", { fields: [presence!.view.title, parts.color?.name] }) : undefined,
  );
  const records = useRecords(
    isRead
      ? pathOfRecords(parts.records.path, `?${parts.include}_exists=true`, {
          fields: recordFieldsOf(parts),
          include: parts.include,
        })
      : undefined,
  );
  const { knownUntil, error } = useKnownUntil();
  const now = useToday();
  const isComplete = people.isComplete && records.isComplete && knownUntil !== undefined;
  const present = useMemo(() => {
    if (!isComplete || !parts) return undefined;
    const { title } = presence!.view;
    const settings = { parts, title, hueOf: huesOf(parts.color), now, knownUntil };
    const { members } = presenceOf(people.records, records.records, settings);
    const day = knownDayOf(members, now, dayOf(knownUntil({})));
    const [here, unknown, run] = [hereOn(members, day), unknownOn(members, day), runOf(members, day)];
    const seen = members.filter(({ stays: [first] }) => first && first.from <= day);
    return { parts, now, day, here, unknown, run, members: seen };
  }, [isComplete, parts, presence, people.records, records.records, knownUntil, now]);
  const isRefused = views.some((view) => mayRead(view) === false) || people.error || records.error || error;
  const isTooMuch = counts.some((count) => count !== undefined && count > MOST_RECORDS);
  return present ?? (!parts || isRefused || isTooMuch ? null : undefined);
}
