/** The path that a user names, matched with the views of a service. */

import type { Description, View } from "../../../kit/description/model.ts";
import { expandTemplate, namedValues, variablesIn } from "../../../kit/description/paths.ts";
import { takesRecords, writableViews } from "../../../kit/load/written-views.ts";
import { didYouMean } from "../../../kit/values/similar.ts";
import { UsageError } from "../../console/exit-codes.ts";

/** Where the records of one command are written. */
export interface Address {
  readonly view: View;
  /** The path of the list or one-to-one, with the variables that each record fills: `/api/missions/{mission_id}/data`. */
  readonly path: string;
  /** The variables that each record fills. */
  readonly variables: readonly string[];
  /** The values of the view's variables that the path itself gives. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** @throws UsageError if no records can be written there; it names the paths that take some */
export function findAddress(description: Description, given: string): Address {
  const path = given.replace(/\/$/, "");
  const address = addressAt(description, path);
  if (address) return address;
  const known = writableViews(description).map((view) => view.path);
  throw new UsageError(
    `Records cannot be written to ${given}.${didYouMean(path, known)} Paths that take records: ${known.join(", ")}.`,
  );
}

/** The address of a list or a one-to-one; undefined for a path of another form, and for one that takes no records. */
function addressAt({ at }: Description, path: string): Address | undefined {
  const place = at(path);
  if (!place || !takesRecords(place.view)) return undefined;
  const { view, ids } = place;
  const values = namedValues(view.path, ids);
  const variables = variablesIn(path);
  if (path !== expandTemplate(view.path, values) || variables.some((name) => values[name] !== `{${name}}`))
    return undefined;
  const fixed = Object.entries(values).filter(([name]) => !variables.includes(name));
  return { view, path, variables, fixed: Object.fromEntries(fixed) };
}
