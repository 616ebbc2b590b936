/** The record to which a list belongs. */
import { type Connection, NotFound } from "../../../client/index.ts";
import { Refused } from "../../console/exit-codes.ts";
import type { Address } from "./address.ts";

/** @throws Refused if the path names a parent that does not exist; one that each row names is found with the row */
export async function requireParent(api: Connection, { view, path, variables }: Address): Promise<void> {
  if (view.parent === undefined || variables.length > 0) return;
  const parent = path.slice(0, path.lastIndexOf("/"));
  try {
    await api.send("GET", parent);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Refused(`There is nothing at ${parent}. Create it before its ${view.resource}.`);
  }
}
