/** The numbers of the sources of a value. */
import { useSourcesOf } from "./citations.ts";

/** A mark after a value, which leads to the first of its sources; nothing if none is cited for it. */
export function SourceMarks({ name }: { readonly name: string }) {
  const numbers = useSourcesOf(name);
  if (numbers.length === 0) return null;
  const label = `${numbers.length === 1 ? "Source" : "Sources"} ${numbers.join(", ")}`;
  return (
    // One link for all: several beside each other would be too small to hit.
    <a className="cites" href={`#source-${numbers[0]}`} aria-label={label}>
      {numbers.join(", ")}
    </a>
  );
}
