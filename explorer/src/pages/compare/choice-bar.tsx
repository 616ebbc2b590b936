/** The records of a list that were chosen to be compared. */
import type { View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { aspectOf } from "../../address/address.ts";
import { COMPARE, MOST_COMPARED, withCompared } from "../../address/compared.ts";
import type { Selected } from "../../components/selection/selected.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";
import { namesText } from "./names.ts";

/** A bar below the list, in view wherever the list is scrolled to. */
export function ChoiceBar({
  view,
  path,
  selected,
  clear,
}: {
  readonly view: View;
  readonly path: string;
  readonly selected: Selected;
  readonly clear: () => void;
}) {
  const count = selected.size;
  const ids = [...selected.keys()].map((each) => decodeURIComponent(each.slice(each.lastIndexOf("/") + 1)));
  const page = aspectOf(path, COMPARE) + withCompared("", ids);
  const isReady = count > 1 && count <= MOST_COMPARED;
  return (
    <section className="selection-bar" aria-label="Comparison">
      <p role="status">
        {count === 0 ? (
          `Select two to four ${midSentence(view.heading)}, on any page and under any filter.`
        ) : (
          <>
            <b>{namesText([...selected.values()])}</b>
            {count > MOST_COMPARED && <span className="fault"> · at most {MOST_COMPARED}</span>}
            {count === 1 && <span className="soft"> · select at least one more</span>}
          </>
        )}
      </p>
      <span className="btns end">
        {count > 0 && (
          <button type="button" className="btn is-bare" onClick={clear}>
            Clear
          </button>
        )}
        {isReady && (
          <Link className="btn is-main" to={page}>
            Compare {countText(count)} {midSentence(view.heading)}
          </Link>
        )}
      </span>
    </section>
  );
}
