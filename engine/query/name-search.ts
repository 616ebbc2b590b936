/** The query string of the search over all collections: `q`, `kind`, `page` and `limit`. */
import { fold } from "../declare/values.ts";
import { type Fault, refuseFaults } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import type { Resource } from "../resource/resource.ts";
import { type PageSizes, type Paging, readPaging } from "./paging.ts";
import { type Parameter, parseParameters, readParameters, splitNames } from "./parameters.ts";
import { readWords } from "./search.ts";

/** Words that the names of records contain. */
export interface NameQuery {
  /** At least one, folded, each once. */
  readonly words: readonly string[];
  /** The whole text, folded, with single spaces: names that equal it, or begin with it, come first. */
  readonly phrase: string;
}

/** A checked query of the search over all collections. */
export interface NameSearch extends NameQuery {
  /** The kinds of records that the caller wants; undefined: all that the caller may read. */
  readonly kinds: readonly Resource[] | undefined;
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
  const unread: Fault[] = [];
  const values = readParameters(query, ["q", "kind", "page", "limit"], unread);
  const faults = [...earlierFaults, ...unread];
  const text = values.get("q");
  const words = readText(text, unread, faults);
  const kinds = readKinds(named, values.get("kind"), faults);
  const paging = readPaging(values, sizes, faults);
  refuseFaults(faults);
  const phrase = fold(text!.trim().replace(/\s+/gu, " "));
  return { words, phrase, kinds, paging, parameters: parseParameters(query).parameters };
}

/** Reads `q`, which is required. @param unread the faults of parameters that could not be read, although they were given */
function readText(text: string | undefined, unread: readonly Fault[], faults: Fault[]): readonly string[] {
  const invalid = (code: string, message: string): readonly string[] => {
    faults.push({ in: "shape", parameter: "q", code, message });
    return [];
  };
  if (text === undefined) {
    const isGiven = unread.some(({ parameter, code }) => parameter === "q" || code === "too_many");
    return isGiven ? [] : invalid("required", "q is required: it takes the words to find.");
  }
  const words = readWords("q", text);
  if ("code" in words) return invalid(words.code, words.message);
  return words.length > 0 ? words : invalid("invalid_value", "q must have a letter or a digit.");
}

function readKinds(
  named: readonly Resource[],
  text: string | undefined,
  faults: Fault[],
): readonly Resource[] | undefined {
  if (text === undefined) return undefined;
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
