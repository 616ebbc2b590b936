/** The names of the few members that a field counts. */
import type { Field } from "../../../../../kit/description/model.ts";
import { filledLike } from "../../../../../kit/description/paths.ts";
import { useDescription } from "../../../description/use-description.tsx";
import type { Data } from "../../../requests/data.ts";
import { useSection } from "../related/use-section.ts";

/** The most members that are all named; of more, only the first few are. */
const MOST = 3;
const FEW = 2;

/** Names of members, if the field counts a list of them. */
export function CountedNames({ field, record }: { readonly field: Field; readonly record: Data }) {
  const { list } = useDescription();
  const template = field.schema["x-counts"];
  const view = template === undefined ? undefined : list(template);
  const path = template && filledLike(template, String(record._links?.self ?? ""));
  return view?.kind === "membership" && path ? <Names path={path} view={view} /> : null;
}

function Names({
  path,
  view,
}: {
  readonly path: string;
  readonly view: NonNullable<ReturnType<typeof useSection>["view"]>;
}) {
  const { records = [], count = 0 } = useSection({ path, view });
  const names = records.slice(0, count > MOST ? FEW : MOST).map((record) => String(record[view.title]));
  if (names.length === 0) return null;
  return <small>{names.join(", ") + (count > names.length ? ` and ${count - names.length} more` : "")}</small>;
}
