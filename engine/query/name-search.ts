/** The query string of the search over all collections: `q` or a key such as `identifier`, `kind`, `page` and `limit`. */
import { fold, isId } from "../declare/values.ts";
import { type Fault, refuseFaults } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import type { Property, Resource } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import { type PropertyFilter, readFilter } from "./filters.ts";
import { type PageSizes, type Paging, readPaging } from "./paging.ts";
import { type Parameter, parseParameters, readParameters, splitNames } from "./parameters.ts";
import { readWords } from "./search.ts";

/** Words that the names of records contain. */
export interface NameQuery {
  /** At least one, folded, each once. */
  readonly words: readonly string[];
  /** The whole text, folded, with single spaces: names that equal it, or begin with it, come first. */
  readonly phrase: string;
  /** The whole text, if it may be an id: the records that have it come before all names. */
  readonly id?: string | undefined;
}

const NOTHING: NameQuery = { words: [], phrase: "" };

/** A key that one record of each resource has at most: the filters by it. */
export interface KeyQuery {
  readonly filters: ReadonlyMap<Resource, PropertyFilter>;
}

/** A checked query of the search over all collections. */
export interface NameSearch {
  readonly query: NameQuery | KeyQuery;
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
  const keys = uniqueKeys(named);
  const values = readParameters(query, ["q", ...keys.keys(), "kind", "page", "limit"], unread);
  const faults = [...earlierFaults, ...unread];
  const parameter = [...keys.keys()].find((name) => values.has(name));
  const asked =
    parameter === undefined
      ? readText(values.get("q"), unread, faults)
      : readKey(parameter, keys.get(parameter)!, values, faults);
  const kinds = readKinds(named, values.get("kind"), faults);
  const paging = readPaging(values, sizes, faults);
  refuseFaults(faults);
  return { query: asked, kinds, paging, parameters: parseParameters(query).parameters };
}

/** The parameters of keys that are unique, each with the properties that it compares. */
export const uniqueKeys = memoize((named: readonly Resource[]) => {
  const found = new Map<string, Map<Resource, Property>>();
  for (const resource of named)
    for (const [name, property] of resource.views[0]!.properties)
      if (property.within?.member.elementKey?.unique)
        found.set(name, (found.get(name) ?? new Map()).set(resource, property));
  return found;
});

/** Reads the value of a key. */
function readKey(
  parameter: string,
  properties: ReadonlyMap<Resource, Property>,
  values: ReadonlyMap<string, string>,
  faults: Fault[],
): KeyQuery {
  if (values.has("q")) {
    const message = `${parameter} cannot be combined with q.`;
    faults.push({ in: "shape", parameter, code: "invalid_value", message });
  }
  const filters = new Map<Resource, PropertyFilter>();
  for (const [resource, property] of properties) {
    const filter = readFilter(parameter, { property, operator: "equals" }, values.get(parameter)!);
    if ("code" in filter) {
      faults.push(filter);
      break;
    }
    filters.set(resource, filter);
  }
  return { filters };
}

/** Reads `q`, which is required. @param unread the faults of parameters that could not be read, although they were given */
function readText(text: string | undefined, unread: readonly Fault[], faults: Fault[]): NameQuery {
  const invalid = (code: string, message: string): NameQuery => {
    faults.push({ in: "shape", parameter: "q", code, message });
    return NOTHING;
  };
  if (text === undefined) {
    const isGiven = unread.some(({ parameter, code }) => parameter === "q" || code === "too_many");
    return isGiven ? NOTHING : invalid("required", "q is required: it takes the words to find.");
  }
  const words = readWords("q", text);
  if ("code" in words) return invalid(words.code, words.message);
  if (words.length === 0) return invalid("invalid_value", "q must have a letter or a digit.");
  const phrase = fold(text.trim().replace(/\s+/gu, " "));
  return { words, phrase, id: isId(phrase) ? phrase : undefined };
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
