/** Options that select what to read of a list, as query parameters of the service. */
import type { Command } from "commander";
import { UsageError } from "./exit-codes.ts";

/** The options, as commander reads them. */
export interface ListOptions {
  readonly fields?: string;
  readonly filter?: readonly string[];
  readonly sort?: string;
  readonly search?: string;
  readonly asOf?: string;
  readonly changedSince?: string;
}

/** Adds the options to a command. */
export function addListOptions(command: Command): Command {
  return command
    .option("--fields <names>", "the fields, separated by commas; all by default")
    .option(
      "--filter <parameter=value...>",
      "parameters of the list, such as status=active, or <relation>.<filter>=… of related records",
    )
    .option("--sort <fields>", "the order, such as name:desc; by id by default")
    .option("--search <words>", "words that must all occur")
    .option("--as-of <moment>", "as it was at the end of a date, or at a date-time such as 2026-01-31T12:00:00Z")
    .option("--changed-since <moment>", "only records that were created or changed since then, such as 2026-01-31");
}

/** The query parameters that the options stand for. @throws UsageError if a filter has no `=` */
export function listQueryOf(options: ListOptions): Record<string, string> {
  const { fields, filter = [], sort, search, asOf, changedSince } = options;
  const filters = filter.map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--filter ${JSON.stringify(text)}: write parameter=value, such as status=active.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  const others = Object.entries({ fields, sort, search, as_of: asOf, changed_since: changedSince }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries([...others, ...filters]);
}
