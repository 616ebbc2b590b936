/** Reads the bodies of a scale: those of its list, those around each, and the one in the center. */

import type { Description, View } from "../../../../kit/description/model.ts";
import { useDescription } from "../../description/use-description.tsx";
import { type HueOf, huesOf } from "../../fields/hues.ts";
import { useGet } from "../../requests/queries.ts";
import { type LoadedRecords, useRecords } from "../../requests/records.ts";
import { pathOfCounts, pathOfRecords } from "../parts/picture-query.ts";
import type { PictureProps } from "../picture.ts";
import { type Body, bodiesOf, fieldOf, fieldsOfScale, type ScaleList } from "./bodies.ts";

/** A body, and how many are around it. */
export interface Center {
  readonly body: Body;
  readonly count: number;
}

/** The bodies of a scale. */
export interface Family {
  /** The list of the address; complete when all that is drawn has been read. */
  readonly loaded: LoadedRecords;
  readonly bodies: readonly Body[];
  /** The bodies around which others are, in the order of their list. */
  readonly centers: readonly Center[];
  /** The list of the centers, and of those around them. */
  readonly inner: ScaleList | undefined;
  readonly outer: ScaleList | undefined;
  /** Those around the chosen body. */
  readonly around: readonly Body[];
}

/** Returns the list around whose bodies those of another are, if it has a scale too. */
export function innerOf(description: Description, { view, picture }: ScaleList): ScaleList | undefined {
  const lists = fieldOf(view, picture, "around")?.reference?.to ?? [];
  return lists.map((path) => scaleListOf(description.list(path))).find((each) => each !== undefined);
}

/** Returns the list whose bodies are around those of another. It is one of all parents. */
export function outerOf(description: Description, { view }: ScaleList): ScaleList | undefined {
  return description.views
    .filter(({ path }) => !path.includes("{"))
    .map(scaleListOf)
    .find((each) => each && innerOf(description, each)?.view === view);
}

function scaleListOf(view: View | undefined): ScaleList | undefined {
  const picture = view?.pictures.find(({ kind }) => kind === "scale");
  return view && picture && { view, picture };
}

/** Returns the colors of the categories of a list. */
export function huesOfScale({ view, picture }: ScaleList): HueOf {
  return huesOf(fieldOf(view, picture, "colour"));
}

/** Reads what a scale shows. @param chosen the id of the body in the center */
export function useFamily({ view, picture, path, search }: PictureProps, chosen: string | undefined): Family {
  const description = useDescription();
  const own: ScaleList = { view, picture };
  const isOuter = picture.around !== undefined;
  const inner = isOuter ? innerOf(description, own) : own;
  const outer = isOuter ? own : outerOf(description, own);
  const loaded = useRecords(pathOfRecords(path, search, { fields: fieldsOfScale(view, picture) }));
  const bodies = bodiesOf(loaded.records, view, picture, huesOfScale(own));
  const innerLoaded = useRecords(isOuter && inner ? allRecordsOf(inner) : undefined);
  const innerBodies = isOuter
    ? inner
      ? bodiesOf(innerLoaded.records, inner.view, inner.picture, huesOfScale(inner))
      : []
    : bodies;
  const key = outer?.picture.around as string | undefined;
  const counted = useGet(!isOuter && outer ? pathOfCounts(outer.view.path, "", key!) : undefined, { poll: false });
  const counts = isOuter ? countsOf(bodies) : new Map(groupsOf(counted.data?.data.groups ?? [], key));
  const aroundLoaded = useRecords(!isOuter && outer && chosen !== undefined ? satellitesOf(outer, chosen) : undefined);
  const around = isOuter
    ? bodies.filter((body) => body.around === chosen)
    : outer
      ? bodiesOf(aroundLoaded.records, outer.view, outer.picture, huesOfScale(outer))
      : [];
  const needsInner = isOuter && inner !== undefined;
  const needsAround = !isOuter && outer !== undefined && chosen !== undefined;
  const requested = [loaded, ...(needsInner ? [innerLoaded] : []), ...(needsAround ? [aroundLoaded] : [])];
  return {
    ...{ bodies, inner, outer, around },
    loaded: {
      records: loaded.records,
      isComplete: requested.every(({ isComplete }) => isComplete) && !counted.isLoading,
      error: requested.find(({ error }) => error)?.error,
      retry: () => {
        for (const { retry } of requested) retry();
      },
    },
    centers: innerBodies
      .map((body) => ({ body, count: counts.get(body.id) ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => (a.body.distance ?? Number.MAX_VALUE) - (b.body.distance ?? Number.MAX_VALUE)),
  };
}

function allRecordsOf({ view, picture }: ScaleList): string {
  return pathOfRecords(view.path, "", { fields: fieldsOfScale(view, picture) });
}

/** Returns the path of the records of a list that are around one. */
export function satellitesOf({ view, picture }: ScaleList, id: string): string {
  const search = new URLSearchParams({ [picture.around as string]: id });
  return pathOfRecords(view.path, `?${search}`, { fields: fieldsOfScale(view, picture) });
}

function countsOf(bodies: readonly Body[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { around } of bodies) if (around !== undefined) counts.set(around, (counts.get(around) ?? 0) + 1);
  return counts;
}

function groupsOf(groups: readonly Record<string, unknown>[], key: string | undefined): [string, number][] {
  return groups.map((group) => [String(group[key!]), Number(group.count)]);
}
