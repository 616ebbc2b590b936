/** The relations of a record, part by part. */

import type { Place } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { type Relation, referrersOf } from "../../../fields/record/relations.ts";
import { textOf } from "../../../fields/show/text.tsx";
import type { Data } from "../../../requests/queries.ts";
import { ListSection } from "./list-section.tsx";
import { RelationSection } from "./relation-section.tsx";

/** The lists and one-to-ones below a record, and the lists that refer to it. */
export function Related({
  place,
  record,
  relations,
}: {
  readonly place: Place;
  readonly record: Data;
  readonly relations: readonly Relation[];
}) {
  const description = useDescription();
  const name = textOf(String(record[place.view.title] ?? record.id));
  return (
    <>
      {relations.map((relation) => (
        <RelationSection key={relation.path} relation={relation} record={record} />
      ))}
      {referrersOf(description, place, record.id).map(({ view, field, path }) => (
        <ListSection
          key={path}
          heading={`${view.heading} with ${midSentence(field.label)} ${name}`}
          path={path}
          view={view}
          by={field}
        />
      ))}
    </>
  );
}
