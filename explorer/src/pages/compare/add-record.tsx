/** The box that adds a record to a comparison. */
import { useState } from "react";
import { plainField } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { withArticle } from "../../../../kit/description/words.ts";
import { comparedIn, isNamedBy, withCompared } from "../../address/compared.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { useCandidates } from "../../components/filter/candidates.ts";
import { Combo } from "../../forms/controls/combo/combo.tsx";

const ID = "compare-add";
/** The most choices. */
const SHOWN = 8;

/** Finds records of the list by their names; the one that is chosen comes last. */
export function AddRecord({
  view,
  path,
  ids,
}: {
  readonly view: View;
  readonly path: string;
  readonly ids: readonly string[];
}) {
  const changeSearch = useChangeSearch();
  const [typed, setTyped] = useState("");
  const field = { ...plainField("id", "reference"), reference: { to: [view.path] } };
  const { found, isSearching } = useCandidates(field, path, typed);
  const free = found.filter((each) => !ids.some((id) => isNamedBy(each, id))).slice(0, SHOWN);
  const isNone = typed.trim() !== "" && !isSearching && free.length === 0;
  return (
    <span className="cmp-add">
      <label className="sr" htmlFor={ID} id={`${ID}-label`}>
        Add {withArticle(view.noun)} to compare
      </label>
      <Combo
        input={{ id: ID, placeholder: `Add ${withArticle(view.noun)} …` }}
        icon="plus"
        text={typed}
        setText={setTyped}
        choices={typed.trim() === "" ? [] : free.map(({ id, name }) => ({ id, name }))}
        isSearching={isSearching}
        take={({ id }) => {
          setTyped("");
          changeSearch((now) => withCompared(now, [...comparedIn(now), id]));
        }}
      />
      <span role="status" className="small soft">
        {isNone && "No match"}
      </span>
    </span>
  );
}
