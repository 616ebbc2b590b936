/** The views by which records are written. */
import type { Description, View } from "../description/model.ts";

/** Whether records are written to the path of a view. */
export function takesRecords({ methods }: View): boolean {
  return methods.includes("POST") || methods.includes("PUT");
}

/** The views to which records are written, each by one of its paths; parents before their sub-resources. */
export function writableViews({ views }: Description): View[] {
  return views.filter((view) => view.aliasOf === undefined && takesRecords(view));
}

/** Those of the registry, without what belongs to the service itself, such as webhooks. */
export function registryViews(description: Description): View[] {
  return writableViews(description).filter(({ isSystem }) => !isSystem);
}
