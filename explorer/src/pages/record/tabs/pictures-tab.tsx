/** The pictures of the lists below a record. */

import { midSentence, sentenceCase } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { Link } from "../../../description/past/link.tsx";
import type { Relation } from "../related/relations.ts";

/** Returns those of a record's lists that have pictures. */
export function picturedIn(relations: readonly Relation[]): readonly Relation[] {
  return relations.filter(({ kind, view }) => kind === "list" && view.pictures.length > 0);
}

/** Links to pictures. */
export function PicturesTab({ relations }: { readonly relations: readonly Relation[] }) {
  return (
    <section aria-label="Pictures">
      <ul className="steps">
        {picturedIn(relations).flatMap(({ path, heading, view }) =>
          view.pictures.map(({ kind }) => (
            <li key={path + kind}>
              <Link to={aspectOf(path, kind)}>{sentenceCase(kind)}</Link>
              <span className="soft">of {midSentence(heading)}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
