/** Suggests a path for one where nothing exists. */
import { findSimilar } from "../resource/messages.ts";
import type { Route } from "./context.ts";

/**
 * Returns a function that suggests a path that is served, in which one segment differs: a sentence with a leading space, or
 * empty if none is similar. Ids are not looked up.
 */
export function pathSuggester(routes: readonly Pick<Route, "url">[]): (path: string) => string {
  const templates = routes.map(({ url }) => url.split("/"));
  return (path) => {
    const segments = path.split("/");
    const asLong = templates.filter(({ length }) => length === segments.length);
    // A path may have thousands of segments; those that are served have few.
    if (asLong.length === 0) return "";
    for (const [index, segment] of segments.entries()) {
      const possible = asLong.filter((template) =>
        template.every((each, at) => at === index || isParameter(each) || each === segments[at]),
      );
      const names = possible.map((template) => template[index]!).filter((name) => !isParameter(name));
      const similar = findSimilar(segment, names);
      if (similar !== undefined) return ` Did you mean ${segments.with(index, similar).join("/")}?`;
    }
    return "";
  };
}

/** Whether a segment of a template stands for any text. */
function isParameter(segment: string): boolean {
  return segment.startsWith(":") || segment === "*";
}
