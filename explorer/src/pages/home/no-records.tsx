/** A registry without records: how to add the first one. */
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { useCounts } from "../../components/frame/counts.ts";
import { FirstRecord } from "../list/first-record.tsx";

/** Ways to create a record of the first list that takes any; nothing if there are records, or some cannot be counted. */
export function NoRecords({ views }: { readonly views: readonly View[] }) {
  const counts = useCounts(views);
  const first = views.find(({ writable }) => writable.create.length > 0);
  if (!first || counts.some((count) => count !== 0)) return null;
  return (
    <section className="empty">
      <h2>No records yet</h2>
      <p>
        {views.length > 1
          ? `Begin with ${midSentence(first.heading)}, or with another collection above.`
          : `Add the first ${first.noun}, or import a file.`}
      </p>
      <FirstRecord view={first} path={first.path} />
    </section>
  );
}
