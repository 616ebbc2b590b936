/** Words such as `moon.created` as boxes, grouped by their first part. */
import { useRef } from "react";
import { sentenceCase } from "../../../../../kit/description/words.ts";
import { choiceText, type Groups, isEverything } from "../../../description/choices.ts";
import type { ControlProps } from "../control-props.ts";
import { type Chosen, WordBox } from "./word-box.tsx";

/**
 * The words of no group first. One of them may stand for all; then the groups have nothing to add, and are not shown.
 */
export function GroupsControl({
  groups: { groups, others },
  chosen,
  setValue,
  id,
  describedBy,
}: Pick<ControlProps, "id" | "describedBy" | "setValue"> & { readonly groups: Groups; readonly chosen: Chosen }) {
  /** The words chosen before everything was. */
  const before = useRef<readonly string[]>([]);
  const everything = others.find(isEverything);
  const hasAll = everything !== undefined && chosen.words.includes(everything);
  const chooseAll = (isAll: boolean) => {
    if (isAll) before.current = chosen.words;
    setValue(isAll ? [everything] : before.current);
  };
  return (
    <fieldset className="part-words" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {everything !== undefined && (
        <label className="check">
          <input id={id} type="checkbox" checked={hasAll} onChange={({ target }) => chooseAll(target.checked)} />
          <span>all, also those of kinds that are added later</span>
        </label>
      )}
      {others
        .filter((word) => word !== everything)
        .map((word) => (
          <WordBox key={word} word={word} label={choiceText(word)} chosen={chosen} />
        ))}
      {!hasAll && chosen.words.length === 0 && <span className="help">Nothing is chosen.</span>}
      {!hasAll &&
        groups.map((group, index) => (
          <fieldset key={group.name} className="word-group">
            <legend>{sentenceCase(group.name)}</legend>
            <div>
              {group.words.map((word, at) => (
                <WordBox
                  key={word}
                  id={index === 0 && at === 0 && everything === undefined ? id : undefined}
                  word={word}
                  label={choiceText(word).replace(/^.*: /, "")}
                  chosen={chosen}
                />
              ))}
            </div>
          </fieldset>
        ))}
    </fieldset>
  );
}
