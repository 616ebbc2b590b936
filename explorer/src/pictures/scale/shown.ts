/** The bodies that a scale shows: all of a list, or those around one. */
import type { Description, Field } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import { closedOf } from "../faces/scale/ellipses.ts";
import { type Body, fieldOf, type ScaleList } from "./bodies.ts";
import type { Known, Units } from "./captions.ts";
import type { Family } from "./family.ts";

/** The bodies that are shown, and how. */
export interface Shown {
  readonly center: Body | undefined;
  readonly isAround: boolean;
  /** The list of the bodies. */
  readonly list: ScaleList;
  readonly bodies: readonly Body[];
  readonly units: Units;
  /** The field with the time that a turn takes. */
  readonly period: Field | undefined;
  /** Whether their paths can be drawn, and whether they are. */
  readonly hasWays: boolean;
  readonly show: "sizes" | "paths";
}

/** A list and its path. */
interface ListAt extends ScaleList {
  readonly path: string;
}

/** Returns the id of the body in the center: the parent of the list, or what settings ask for (`body=saturn`). */
export function chosenIn(list: ListAt, settings: URLSearchParams): string | undefined {
  return parentOf(list) ?? settings.get("body") ?? undefined;
}

/** Returns the id of the record below which the list is, if that is the body in the center. */
export function parentOf({ view, picture, path }: ListAt): string | undefined {
  if (picture.around === undefined) return undefined;
  const place = view.path.split("/").indexOf(`{${String(picture.around)}}`);
  return place === -1 ? undefined : decodeURIComponent(path.split("/")[place]!);
}

/** Returns what settings ask for: `body=saturn&show=paths`. */
export function shownOf(own: ListAt, family: Family, settings: URLSearchParams): Shown {
  const chosen = chosenIn(own, settings);
  const center = chosen === undefined ? undefined : family.centers.find(({ body }) => body.id === chosen)?.body;
  const isAround = center !== undefined || (parentOf(own) !== undefined && family.outer !== undefined);
  const { view, picture } = isAround ? family.outer! : own;
  const field = (part: string) => fieldOf(view, picture, part);
  const bodies = isAround ? family.around : family.bodies;
  // Those around several centers have none in common.
  const hasWays = closedOf(bodies).length > 0 && (isAround || own.picture.around === undefined);
  return {
    ...{ center, isAround, bodies, hasWays, list: { view, picture }, period: field("period") },
    units: {
      radius: field("radius")?.unit ?? "",
      distance: field("distance")?.unit ?? "",
      period: field("period")?.unit ?? "",
    },
    show: hasWays && settings.get("show") === "paths" ? "paths" : "sizes",
  };
}

/** Returns the path of the body that a picture names, with which others are compared. */
export function knownPathOf(description: Description, { view, picture }: ScaleList): string | undefined {
  const list = description.home(view.resource);
  if (picture.compare === undefined || list === undefined || list.path.includes("{")) return undefined;
  const query = { id: String(picture.compare), fields: `${view.title},${String(picture.radius)}` };
  return `${list.path}?${new URLSearchParams(query)}`;
}

/** Returns that body, if its radius is known. */
export function knownIn({ view, picture }: ScaleList, data: Data | undefined): Known | undefined {
  const record = data?.[view.plural]?.[0];
  const radius = record?.[picture.radius as string];
  return radius > 0 ? { name: record[view.title], radius } : undefined;
}
