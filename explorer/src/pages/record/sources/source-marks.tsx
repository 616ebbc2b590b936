/** The numbers of the sources of a value. */
import { useSourcesOf } from "./citations.ts";

/** Marks after a value, each of which leads to its source; nothing if none is cited for it. */
export function SourceMarks({ name }: { readonly name: string }) {
  const numbers = useSourcesOf(name);
  if (numbers.length === 0) return null;
  return (
    <span className="cites">
      {numbers.map((number) => (
        <a key={number} className="cite" href={`#source-${number}`} aria-label={`Source ${number}`}>
          {number}
        </a>
      ))}
    </span>
  );
}
