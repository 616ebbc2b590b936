/** Fields that were changed: before, theirs, and mine, with a choice for each. */
import { lazy, type ReactNode } from "react";
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";
import { blockOf, longTextsOf } from "../../components/diff/changes.ts";
import { Lazy } from "../../components/lazy.tsx";
import { Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/data.ts";

const TextDiff = lazy(() => import("../../components/diff/text-diff.tsx"));

/** The side whose value stays. */
export type Choice = "theirs" | "mine";

/** Props of `MergeTable`. Without a choice, it shows only what they changed. */
export interface MergeTableProps {
  readonly fields: readonly WritableField[];
  readonly base: Data;
  readonly theirs: Data;
  readonly edits?: Values;
  readonly choiceOf?: (field: WritableField) => Choice;
  readonly choose?: (fields: readonly WritableField[], choice: Choice) => void;
}

/** One row a field. */
export function MergeTable({ fields, base, theirs, edits, choiceOf, choose }: MergeTableProps) {
  const mine = { ...base, ...edits };
  return (
    <table className="merge">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">
            <b>Before</b>when you opened it
          </th>
          <th scope="col">
            <b>Theirs</b>saved now
            {choose && <All choose={() => choose(fields, "theirs")}>all theirs</All>}
          </th>
          {edits && (
            <th scope="col">
              <b>Mine</b>not yet saved
              {choose && <All choose={() => choose(fields, "mine")}>all mine</All>}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const pick = (choice: Choice, record: Data) =>
            choiceOf && choose ? (
              <label className={choiceOf(field) === choice ? "choice is-on" : "choice"}>
                <input
                  type="radio"
                  className="dot"
                  name={`merge-${field.name}`}
                  aria-label={`${field.label}: ${choice}`}
                  checked={choiceOf(field) === choice}
                  onChange={() => choose([field], choice)}
                />
                <Side field={field} record={record} base={base} />
              </label>
            ) : (
              <Side field={field} record={record} base={base} />
            );
          return (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td className="was" data-label="Before">
                <Side field={field} record={base} />
              </td>
              <td data-label="Theirs">{pick("theirs", theirs)}</td>
              {edits && <td data-label="Mine">{pick("mine", mine)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function All({ choose, children }: { readonly choose: () => void; readonly children: ReactNode }) {
  return (
    <>
      {" · "}
      <button type="button" className="textbtn" onClick={choose}>
        {children}
      </button>
    </>
  );
}

/** A value; lists and objects as lines. Of a long text, what is different from the one before. */
function Side({ field, record, base }: { readonly field: WritableField; readonly record: Data; readonly base?: Data }) {
  const value = record[field.name];
  const texts = base && longTextsOf(field, base[field.name], value);
  if (texts)
    return (
      <Lazy meanwhile={<span className="words">{texts.after}</span>}>
        <TextDiff {...texts} />
      </Lazy>
    );
  const block = blockOf(field, value);
  return block === undefined ? <Value field={field} record={record} short /> : <span className="words">{block}</span>;
}
