/** Two texts as one, with what was removed and what was added. It is loaded when it is needed. */
import { diffLines, diffWordsWithSpace } from "diff";

/** The difference of two texts, by words or by whole lines. */
export default function TextDiff({
  before,
  after,
  byLines,
}: {
  readonly before: string;
  readonly after: string;
  readonly byLines: boolean;
}) {
  const parts = byLines ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return (
    <span className="words">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index}${value}`;
        if (added) return <ins key={key}>{value}</ins>;
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>;
      })}
    </span>
  );
}
