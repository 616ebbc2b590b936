/** What the log does not tell a caller of a deletion. */
import type { Me } from "../../client/index.ts";
import type { Description, View } from "../description/model.ts";

/** The private lists below a record that a caller may not read: the service does not say what a deletion took there. */
export function unreadBelow({ views, at }: Description, path: string, { kind, scopes }: Me): View[] {
  const itemPath = at(path)?.view.itemPath;
  return views.filter(
    ({ isPrivate, path: own, scopes: { read = "" } }) =>
      isPrivate && own.startsWith(`${itemPath}/`) && kind !== "admin" && !scopes.includes(read),
  );
}
