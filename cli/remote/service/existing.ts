/** Records that must exist, such as the one to which a list belongs. */

import { type Connection, NotFound } from "../../../client/index.ts";
import { pathAbove } from "../../../kit/description/paths.ts";
import { Refused } from "../../console/exit-codes.ts";
import type { Address } from "./address.ts";

/** @throws Refused if the path names a parent that does not exist; one that each row names is found with the row */
export async function requireParent(api: Connection, { view, path, variables }: Address): Promise<void> {
  if (view.parent === undefined || variables.length > 0) return;
  const parent = pathAbove(path);
  if (!(await exists(api, parent)))
    throw new Refused(`There is nothing at ${parent}. Create it before its ${view.resource}.`);
}

/** Returns whether there is something at a path. */
export async function exists(api: Connection, path: string): Promise<boolean> {
  try {
    await api.send("GET", path);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}
