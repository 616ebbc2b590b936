/** "Did you mean …?" for a name that is nearly one of the known ones. */
import { closest, distance } from "fastest-levenshtein";

/** A sentence to append to a message, or nothing when no known name is near. */
export function suggestion(name: string, known: readonly string[]): string {
  if (known.length === 0 || name.length > 64) return "";
  const nearest = closest(name.toLowerCase(), known);
  const near = Math.max(1, Math.floor(name.length / 3));
  return distance(name.toLowerCase(), nearest) <= near ? ` Did you mean ${nearest}?` : "";
}
