/** The changes of an event, as a table: before → after. */
import { lazy, type ReactNode } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/queries.ts";
import { Lazy } from "../lazy.tsx";
import { changesOf, longTextsOf } from "./changes.ts";

const TextDiff = lazy(() => import("./text-diff.tsx"));

/** The changed fields of a record. */
export function ChangeRows({
  view,
  before,
  after,
  none = "No fields of its own changed.",
}: {
  /** Undefined if the service no longer has this resource. */
  readonly view: View | undefined;
  readonly before: Data | null;
  readonly after: Data | null;
  /** The text for no difference. */
  readonly none?: string;
}) {
  const changes = changesOf(view, before, after);
  if (changes.length === 0) return <p className="soft small">{none}</p>;
  return (
    <table>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field.name} className={change.field.derived ? "is-derived" : undefined}>
            <th scope="row">{change.field.label}</th>
            <td>
              <Difference field={change.field} before={before} after={after} />
              {change.field.derived && <span className="small"> · derived</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A field in two states of a record. A new or a lost record has one state. */
export function Difference({
  field,
  before,
  after,
}: {
  readonly field: Field;
  readonly before: Data | null;
  readonly after: Data | null;
}) {
  if (before === null || after === null) return <Side field={field} record={after ?? before ?? {}} />;
  const texts = longTextsOf(field, before[field.name], after[field.name]);
  if (texts)
    return (
      <Lazy meanwhile={<span className="words">{texts.after}</span>}>
        <TextDiff {...texts} />
      </Lazy>
    );
  return (
    <span className="diff">
      {before[field.name] == null ? "none" : mark("del", field, <Side field={field} record={before} />)}
      <span className="arrow" aria-hidden>
        →
      </span>
      <span className="sr">, now </span>
      {after[field.name] == null ? "none" : mark("ins", field, <Side field={field} record={after} />)}
    </span>
  );
}

/** Marks what was removed or added; what follows from other fields was neither. */
function mark(Element: "del" | "ins", { derived }: Field, side: ReactNode): ReactNode {
  return derived ? side : <Element>{side}</Element>;
}

/** The value in one of the two states. */
function Side({ field, record }: { readonly field: Field; readonly record: Data }) {
  const value = record[field.name];
  const isWord = field.kind === "enum" || field.kind === "lifecycle";
  if (isWord && typeof value === "string") return words(value);
  return <Value field={field} record={record} short={field.kind !== "date"} />;
}
