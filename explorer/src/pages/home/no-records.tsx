/** A registry without records: how to add the first one. */
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { FirstRecord } from "../list/first-record.tsx";

/** Ways to create a record of the first list that takes any; nothing if none does. */
export function NoRecords({ views }: { readonly views: readonly View[] }) {
  const first = views.find(({ writable }) => writable.create.length > 0);
  if (!first) return null;
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
