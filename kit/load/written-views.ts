/** The views by which records are written. */
import type { Description, View, WritableField } from "../description/model.ts";

/** Whether records are written to the path of a view. */
export function takesRecords({ methods }: View): boolean {
  return methods.includes("POST") || methods.includes("PUT");
}

/** The views to which records are written, each by one of its paths; parents before their sub-resources. */
export function writableViews({ views }: Description): View[] {
  return views.filter((view) => view.aliasOf === undefined && takesRecords(view));
}

/**
 * Those of the registry, without what belongs to the service itself, such as webhooks. What elements of arrays refer to comes
 * first: most records have such arrays, which would otherwise be written after the records.
 */
export function registryViews(description: Description): View[] {
  const views = writableViews(description).filter(({ isSystem }) => !isSystem);
  const targets = new Set(views.flatMap(({ writable }) => writable.create.flatMap(elementTargets)));
  const isTarget = ({ path }: View) => targets.has(path);
  return [...views.filter(isTarget), ...views.filter((view) => !isTarget(view))];
}

/** The lists to whose records the elements of a field refer. */
export function elementTargets({ kind, fields }: WritableField): readonly string[] {
  return kind === "objects" ? fields.flatMap(({ reference }) => reference?.to ?? []) : [];
}
