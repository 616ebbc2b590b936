/** The names of the few members that a field counts, or that the number is only planned. */
import type { Field, View } from "../../../../../kit/description/model.ts";
import { filledLike } from "../../../../../kit/description/paths.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { Texts } from "../../../fields/show/text.tsx";
import type { Data } from "../../../requests/data.ts";
import { useSection } from "../related/use-section.ts";

/** Keeps the line free until it is known. */
export const NOT_YET = "\u00a0";
/** The most members that are all named; of more, only the first few are. */
const MOST = 3;
const FEW = 2;

/** Says whom a number counts, if the field counts a list of members. */
export function CountedNames({ field, record }: { readonly field: Field; readonly record: Data }) {
  const { list } = useDescription();
  const template = field.schema["x-counts"];
  const view = template === undefined ? undefined : list(template);
  const path = template && filledLike(template, String(record._links?.self ?? ""));
  return view?.kind === "membership" && path ? <Names path={path} view={view} value={record[field.name]} /> : null;
}

function Names({ path, view, value }: { readonly path: string; readonly view: View; readonly value: number }) {
  const { records = [], count } = useSection({ path, view });
  if (count === undefined) return <small>{NOT_YET}</small>;
  if (count !== value) return <small>planned</small>;
  const names = records.slice(0, count > MOST ? FEW : MOST).map((record) => String(record[view.title]));
  return (
    <small>
      <Texts values={names} />
      {count > names.length && ` and ${count - names.length} more`}
    </small>
  );
}
