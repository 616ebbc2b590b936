/** "Did you mean …?" for a name that is nearly one of the known ones. */
import { closest, distance } from "fastest-levenshtein";

/** A sentence to append to a message, or nothing when no known name is near. */
export function suggestion(name: string, known: readonly string[]): string {
  if (known.length === 0 || name.length > 64) return "";
  const nearest = closest(name.toLowerCase(), known);
  const near = Math.max(1, Math.floor(name.length / 3));
  const meant = distance(name.toLowerCase(), nearest) <= near || letters(name.toLowerCase()) === letters(nearest);
  return meant ? ` Did you mean ${nearest}?` : "";
}

/** Two names of the same letters differ by letters that changed places. */
function letters(name: string): string {
  return Array.from(name).sort().join("");
}
