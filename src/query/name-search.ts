/** The query string of the search over all collections: `q`, `kind`, `page` and `limit`. */
import { fold } from "../declare/values.ts";
import { type Fault, refuseFaults } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import type { Resource } from "../resource/resource.ts";
import { type PageSizes, type Paging, readPaging } from "./paging.ts";
import { type Parameter, parseParameters, readParameters, splitNames } from "./parameters.ts";
import { wordsOf } from "./search.ts";

/** The most words of one search. */
export const MAX_WORDS = 100;

/** Words that the names of records contain. */
export interface NameQuery {
  /** At least one, folded, each once. */
  readonly words: readonly string[];
  /** The whole text, folded, with single spaces: names that equal it, or begin with it, come first. */
  readonly phrase: string;
}

/** A checked query of the search over all collections. */
export interface NameSearch extends NameQuery {
  /** The kinds of records that the caller wants. */
  readonly kinds: readonly Resource[];
  readonly paging: Paging;
  /** All parameters of the request, for the links of the page. */
  readonly parameters: readonly Parameter[];
}

/**
 * Reads the query string of the search over all collections.
 * @param named the resources with names
 * @param earlierFaults faults of shape in the rest of the request
 * @throws Problem `invalid-request` with every fault
 */
export function readNameSearch(
  named: readonly Resource[],
  query: string,
  sizes: PageSizes,
  earlierFaults: readonly Fault[] = [],
): NameSearch {
  const faults = [...earlierFaults];
  const values = readParameters(query, ["q", "kind", "page", "limit"], faults);
  const text = values.get("q");
  const words = wordsOf(text ?? "");
  const addFault = (code: string, message: string) =>
    faults.push({ in: "shape", parameter: "q", code, message } as const);
  if (text === undefined) addFault("required", "q is required: it takes the words to find.");
  else if (words.length === 0) addFault("invalid_value", "q must have a letter or a digit.");
  if (words.length > MAX_WORDS)
    addFault("too_many_values", `q has ${words.length} words; at most ${MAX_WORDS} are allowed.`);
  const kinds = readKinds(named, values.get("kind"), faults);
  const paging = readPaging(values, sizes, faults);
  refuseFaults(faults);
  const phrase = fold(text!.trim().replace(/\s+/gu, " "));
  return { words, phrase, kinds, paging, parameters: parseParameters(query).parameters };
}

function readKinds(named: readonly Resource[], text: string | undefined, faults: Fault[]): readonly Resource[] {
  if (text === undefined) return named;
  const known = named.map(({ one }) => one);
  const kinds = splitNames("kind", text, faults).map((each) => each.toLowerCase());
  for (const kind of new Set(kinds)) {
    if (known.includes(kind)) continue;
    const message = `Unknown kind ${JSON.stringify(kind)}.`;
    const hint = () => allowedNames(kind, known);
    faults.push({ in: "shape", parameter: "kind", code: "invalid_value", message, hint });
  }
  return named.filter(({ one }) => kinds.includes(one));
}
