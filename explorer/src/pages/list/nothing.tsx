/** A list without records: there are none, none match, or the page is past the end. */

import { useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { filtersIn, type Pair, replaced, withParameters } from "../../address/query.ts";
import { type ChipContent, chipsIn, sentenceOf } from "../../components/chips/chips-in.ts";
import { Inline } from "../../components/inline.tsx";
import { Link } from "../../description/past/link.tsx";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { FirstRecord } from "./first-record.tsx";

/** Props of `Nothing`. */
export interface NothingProps {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  readonly nameOf: NameOf;
}

/** There is no record at all. */
export function EmptyCollection({ view, path }: { readonly view: View; readonly path: string }) {
  return (
    <section className="empty">
      <h2>No {midSentence(view.heading)} yet</h2>
      {view.about && (
        <p>
          <Inline text={view.about} />
        </p>
      )}
      {view.writable.create.length > 0 && <FirstRecord view={view} path={path} />}
    </section>
  );
}

/** No record matches all filters. */
export function NoMatch({ view, path, search, nameOf }: NothingProps) {
  const [isCounted, setCounted] = useState(false);
  const chips = chipsIn(view, search, nameOf);
  const last = chips.at(-1)!;
  return (
    <section className="empty">
      <h2>
        No {view.noun} {chips.length > 1 ? "matches all filters" : "matches"}
      </h2>
      {isCounted ? (
        <ul className="alone">
          {chips.map((chip) => (
            <Alone key={chip.key} path={path} chip={chip} />
          ))}
        </ul>
      ) : (
        <p>
          {chips.length > 1 ? "Each filter may match on its own. " : ""}
          {chips.length > 1 && (
            <button type="button" className="textbtn" onClick={() => setCounted(true)}>
              Count each
            </button>
          )}
        </p>
      )}
      <div className="btns">
        <Link className="btn is-main" to={{ search: replaced(search, pairsOf(last)) }}>
          Remove “{sentenceOf(last)}”
        </Link>
        {chips.length > 1 && (
          <Link className="btn" to={{ search: replaced(search, filtersIn(search)) }}>
            Remove all
          </Link>
        )}
      </div>
    </section>
  );
}

function pairsOf({ parts }: ChipContent): Pair[] {
  return parts.flatMap(({ pairs }) => [...pairs]);
}

/** Shows how many records the filters of a chip match by themselves. */
function Alone({ path, chip }: { readonly path: string; readonly chip: ChipContent }) {
  const search = replaced("", [], pairsOf(chip));
  const { data } = useGet(`${path}${search}&limit=1`, { poll: false });
  const total: number | undefined = data?.data.total_count;
  return (
    <li>
      <Link to={{ search }}>{sentenceOf(chip)}</Link>
      <span className="num">{total === undefined ? "…" : countText(total)}</span>
    </li>
  );
}

/** The page is past the end of the list. */
export function PastTheEnd({ page, last }: { readonly page: number; readonly last: string | undefined }) {
  return (
    <section className="empty">
      <h2>There is no page {countText(page)}</h2>
      <p>The list ends before it.</p>
      {last !== undefined && (
        <div className="btns">
          <Link className="btn is-main" to={{ search: last }}>
            Go to the last page
          </Link>
        </div>
      )}
    </section>
  );
}

/** The address is that of an export, which is a file and not a page. */
export function FileAddress({ search }: { readonly search: string }) {
  return (
    <section className="empty">
      <h2>This is the address of a file</h2>
      <p>“Export all” saves it.</p>
      <div className="btns">
        <Link className="btn is-main" to={{ search: withParameters(search, { format: undefined }) }}>
          Show the list
        </Link>
      </div>
    </section>
  );
}
