/** The addresses of the reference, and the names of its pages. */

import { API_ROOT, type Resource } from "../../../resource/resource.ts";
import { nameInText, namesInText } from "../../../resource/text.ts";
import { heading, withArticle } from "../../openapi/naming.ts";

/** The overview. The page of a resource is below it. */
export const REFERENCE = "/docs";

/** The page of the paths that belong to no resource: no resource can have this name. */
export const SERVICE = "api";

/** The heading of a resource: `medical`, whose records are medical records, becomes `Medical records`. */
export function headingOf({ name, one, parent }: Resource): string {
  const title = heading(one.startsWith(`${name}_`) ? `${one}s` : name);
  return parent ? `${title} of ${withArticle(parent.one)}` : title;
}

/** The page of the explorer that shows a resource, or that of its parent; and what it shows. */
export function explorerPageOf(resource: Resource): { readonly href: string; readonly shows: string } {
  const view = resource.views.find(({ path }) => !path.includes("{"));
  if (!view) return explorerPageOf(resource.parent!);
  return {
    href: view.path.slice(API_ROOT.length),
    shows: resource.kind === "single" ? nameInText(resource) : namesInText(resource),
  };
}
