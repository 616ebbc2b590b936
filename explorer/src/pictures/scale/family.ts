/** The bodies of a scale: those of its list, those around each, and the one in the center. */
import type { Description, View } from "../../../../kit/description/model.ts";
import { type HueOf, huesOf } from "../../fields/hues.ts";
import type { Data } from "../../requests/data.ts";
import { pathOfCounts, pathOfRecords } from "../parts/picture-query.ts";
import { type Body, bodiesOf, fieldOf, fieldsOfScale, type ScaleList } from "./bodies.ts";

/** A body, and how many are around it. */
export interface Center {
  readonly body: Body;
  readonly count: number;
}

/** The bodies of a scale. */
export interface Family {
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

/** The list of a scale, that of the centers, and that of what is around them. */
export interface FamilyLists {
  readonly own: ScaleList;
  readonly inner: ScaleList | undefined;
  readonly outer: ScaleList | undefined;
  /** Whether what is in the list is around others. */
  readonly isOuter: boolean;
}

/** Returns the lists that are drawn with a list. */
export function familyListsOf(description: Description, own: ScaleList): FamilyLists {
  const isOuter = own.picture.around !== undefined;
  return {
    ...{ own, isOuter },
    inner: isOuter ? innerOf(description, own) : own,
    outer: isOuter ? own : outerOf(description, own),
  };
}

/** The parts that are read for a scale; undefined ones are not needed. */
export interface FamilyParts<Read> {
  readonly own: Read;
  /** The list of the centers. */
  readonly centers: Read | undefined;
  /** The numbers of what is around each. */
  readonly counts: Read | undefined;
  /** Those around the chosen body. */
  readonly around: Read | undefined;
}

/** Returns the paths of what is read. @param chosen the id of the body in the center */
export function familyPathsOf(
  { own, inner, outer, isOuter }: FamilyLists,
  { path, search }: { readonly path: string; readonly search: string },
  chosen: string | undefined,
): FamilyParts<string> {
  return {
    own: pathOfRecords(path, search, { fields: fieldsOfScale(own.view, own.picture) }),
    centers: isOuter && inner ? allRecordsOf(inner) : undefined,
    counts: !isOuter && outer ? pathOfCounts(outer.view.path, "", outer.picture.around as string) : undefined,
    around: !isOuter && outer && chosen !== undefined ? satellitesOf(outer, chosen) : undefined,
  };
}

/** Returns the bodies among what was read. */
export function familyOf(
  { own, inner, outer, isOuter }: FamilyLists,
  read: FamilyParts<readonly Data[]>,
  chosen: string | undefined,
): Family {
  const bodiesIn = (list: ScaleList | undefined, records: readonly Data[] = []) =>
    list ? bodiesOf(records, list.view, list.picture, huesOfScale(list)) : [];
  const bodies = bodiesIn(own, read.own);
  const counts = isOuter ? countsOf(bodies) : new Map(groupsOf(read.counts ?? [], outer?.picture.around as string));
  return {
    ...{ bodies, inner, outer },
    around: isOuter ? bodies.filter((body) => body.around === chosen) : bodiesIn(outer, read.around),
    centers: (isOuter ? bodiesIn(inner, read.centers) : bodies)
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

function groupsOf(groups: readonly Record<string, unknown>[], key: string): [string, number][] {
  return groups.map((group) => [String(group[key]), Number(group.count)]);
}
