/** The path that a user names, matched with the destinations of a service. */
import { didYouMean } from "../../../engine/resource/messages.ts";
import { templateVariables } from "../../../engine/resource/templates.ts";
import { UsageError } from "../../console/exit-codes.ts";
import type { Destination } from "./destination.ts";

/** Where the records of one command are written. */
export interface Address {
  readonly destination: Destination;
  /** The path of the list or one-to-one, with the variables that each record fills: `/api/missions/{mission_id}/data`. */
  readonly path: string;
  /** The variables that each record fills. */
  readonly variables: readonly string[];
  /** The values of the template's variables that the path itself gives. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** @throws UsageError if no records can be written there; it names the paths that take some */
export function findAddress(destinations: readonly Destination[], given: string): Address {
  const path = given.replace(/\/$/, "");
  for (const destination of destinations) {
    for (const template of [destination.template, ...destination.aliases]) {
      const fixed = matchTemplate(template, path);
      if (fixed) return { destination, path, variables: templateVariables(path), fixed };
    }
  }
  const known = destinations.map(({ template }) => template);
  throw new UsageError(
    `Records cannot be written to ${given}.${didYouMean(path, known)} Paths that take records: ${known.join(", ")}.`,
  );
}

/** The values of a template's variables in a path; undefined if the path has another form. */
function matchTemplate(template: string, path: string): Record<string, string> | undefined {
  const [expected, given] = [template.split("/"), path.split("/")];
  if (expected.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const [name] = templateVariables(part);
    if (part === given[index]) continue;
    if (name === undefined || given[index]!.includes("{")) return undefined;
    values[name] = given[index]!;
  }
  return values;
}
