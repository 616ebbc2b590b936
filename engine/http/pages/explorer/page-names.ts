/** The pages that an address of the explorer has besides itself: `timeline` in `/missions/-/timeline`. */
import { comparesAs } from "../../../kinds/kinds.ts";
import type { View } from "../../../resource/resource.ts";
import type { Route } from "../../context.ts";
import { picturesOf } from "../../openapi/schemas/extensions.ts";

/** Those below `/-/`, besides the reference. */
export const HOME_PAGES: readonly string[] = ["changes", "key"];

/** Those below the page of a path of the API. */
export function pagesBelow({ view, offered }: Pick<Route, "view" | "offered">): string[] {
  if (!view) return [];
  return offered ? listPages(view) : recordPages(view);
}

/** Those of a list: what creates records, its pictures, and its records side by side. */
function listPages(view: View): string[] {
  const creates = view.methods.includes("POST");
  return [
    ...(creates ? ["new"] : []),
    ...(creates && !view.resource.isSystem ? ["import"] : []),
    ...pictureKinds(view),
    ...(view.hasItems && !view.resource.isSystem ? ["compare"] : []),
  ];
}

/** Returns the kinds of the pictures of a list. */
export function pictureKinds(view: View): string[] {
  return [...picturesOf(view).map(({ kind }) => kind as string), ...derivedPictures(view)];
}

/** What pictures without a title are called after their list, as `kit/description/pages/pictures.ts` has it. */
const AFTER_LIST: Readonly<Record<string, string>> = {
  timeline: "over time",
  presence: "by day",
  scale: "to scale",
  series: "as charts",
  bars: "as bars",
};

/** Returns what a picture is called. @param title the declared one @param list the title of its list */
export function pictureTitle(kind: string, title: string | undefined, list: string): string {
  return title ?? `${list} ${AFTER_LIST[kind]}`;
}

/** Those of a record. One that is the only one of its parent is created on its own page. */
function recordPages({ resource, methods }: View): string[] {
  return [
    "history",
    ...(methods.includes("PATCH") ? ["edit"] : []),
    ...(resource.kind === "single" && methods.includes("PUT") ? ["new"] : []),
  ];
}

/** The pictures that nobody declared, but the fields of a list allow, as `kit/description/pages/pictures.ts` derives them. */
function derivedPictures(view: View): string[] {
  if (view.resource.isSystem || !view.hasItems) return [];
  const declared = picturesOf(view);
  const properties = [...view.properties.values()].filter(({ shown }) => shown);
  const hasTime = declared.some(({ kind }) => kind === "timeline" || kind === "series");
  const isDate = properties.some(({ spec }) => comparesAs(spec.kind, "date", "moment") && spec.presence !== "derived");
  // The values of a series have a unit of their own in each record, so they cannot be compared.
  const measured = declared.filter(({ kind }) => kind === "series").flatMap(({ y, uncertainty }) => [y, uncertainty]);
  const isComparable = properties.some(
    ({ name, spec, filterable }) =>
      filterable && comparesAs(spec.kind, "number", "duration") && !measured.includes(name),
  );
  return [...(isDate && !hasTime ? ["timeline"] : []), ...(isComparable ? ["bars"] : [])];
}
