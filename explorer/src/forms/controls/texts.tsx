/** Lists of texts: a row each; where only some words are allowed, a box to tick for each. */

import { words } from "../../../../kit/description/words.ts";
import { groupsOf, matrixOf } from "../../description/choices.ts";
import type { ControlProps } from "./control-props.ts";
import { Rows } from "./rows.tsx";
import { GroupsControl } from "./words/groups.tsx";
import { MatrixControl } from "./words/matrix.tsx";
import { chosenOf, WordBox } from "./words/word-box.tsx";

/** Texts in rows, or words to choose from. */
export function TextsControl(props: ControlProps) {
  const { field, value, setValue, id, describedBy } = props;
  if (field.choices.length > 0) return <WordsControl {...props} />;
  return (
    <Rows id={id} label={field.label} rows={Array.isArray(value) ? value : []} setRows={setValue} empty="">
      {(text: string, set, index) => (
        <span className="input">
          <input
            dir="auto"
            id={`${id}/${index}`}
            aria-label={`${field.label}, row ${index + 1}`}
            aria-describedby={describedBy}
            value={text}
            onChange={({ target }) => set(target.value)}
          />
        </span>
      )}
    </Rows>
  );
}

/** Words to choose from: as a matrix or in groups, if they are made like that. */
function WordsControl(props: ControlProps) {
  const { field, value, setValue, id, describedBy } = props;
  const chosen = chosenOf(field.choices, value, setValue);
  const matrix = matrixOf(field.choices);
  if (matrix) return <MatrixControl {...props} matrix={matrix} chosen={chosen} />;
  const groups = groupsOf(field.choices);
  if (groups) return <GroupsControl {...props} groups={groups} chosen={chosen} />;
  return (
    <fieldset className="checks" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {field.choices.map((word, index) => (
        <WordBox key={word} id={index === 0 ? id : undefined} word={word} label={words(word)} chosen={chosen} />
      ))}
    </fieldset>
  );
}
