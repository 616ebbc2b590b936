/** The sources of a record: what each states, and where. */
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { pageOf } from "../../../address/address.ts";
import { Link } from "../../../description/past/link.tsx";
import { useTargets } from "../../../description/use-targets.ts";
import { Section } from "../related/section-frame.tsx";
import type { Citations, CitedSource } from "./citations.ts";

/** The part of a record's page with its sources. */
export function Sources({ view, citations }: { readonly view: View; readonly citations: Citations }) {
  const { source, cited } = citations;
  const targetOf = useTargets([{ field: source, ids: cited.map(({ id }) => id) }]);
  return (
    <Section heading="Sources" count={cited.length}>
      <ol className="sources">
        {cited.map((each) => {
          const target = targetOf(source, each.id);
          const title = target?.name ?? each.id;
          return (
            <li key={each.id} id={`source-${each.number}`}>
              <b>{each.number}</b>
              <span>
                {target ? <Link to={pageOf(target.path)}>{title}</Link> : title}
                {each.places.length > 0 && `, ${each.places.join("; ")}`}
                <span className="for">{statedBy(view, each)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** Returns the labels of the fields that a source states. */
function statedBy({ fields }: View, { fields: names }: CitedSource): string {
  if (names.length === 0) return "the whole record";
  return names.map((name) => midSentence(fields.find((field) => field.name === name)?.label ?? name)).join(", ");
}
