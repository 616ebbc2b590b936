/** Records to compare, for those who have chosen none or one. */
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { leadOf, sortOf } from "../../../../kit/description/pages/page.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { COMPARE, withCompared } from "../../address/compared.ts";
import { withParameters } from "../../address/query.ts";
import { Link } from "../../description/past/link.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { namesText } from "./names.ts";
import { titleOf } from "./title-of.ts";

/** The most records that are suggested, and the most facts in which they are alike. */
const MOST = 5;
const MOST_FACTS = 2;

/** Says how to choose records of a list, and what to begin with: declared comparisons, and its first two records. */
export function Begin({
  view,
  path,
  records,
}: {
  readonly view: View;
  readonly path: string;
  readonly records: readonly Data[] | undefined;
}) {
  const declared = (view.page.questions ?? []).filter(({ at }) => at.startsWith(`/-/${COMPARE}?`));
  const pair = records?.slice(0, 2) ?? [];
  return (
    <p className="about">
      Tick two to four {midSentence(view.heading)}, or begin with:{" "}
      {declared.map(({ title, at }) => (
        <Link key={at} to={pageOf(view.path) + at}>
          {title}
        </Link>
      ))}{" "}
      {pair.length === 2 && (
        <Link to={aspectOf(path, COMPARE) + withCompared("", idsOf(pair))}>
          {namesText(pair.map((record) => titleOf(view, record)))}
        </Link>
      )}
    </p>
  );
}

/** Suggests records that are like the only one: with the same values in the facts that it leads with. */
export function Alike({ view, path, record }: { readonly view: View; readonly path: string; readonly record: Data }) {
  const same = leadOf(view).flatMap(({ field: name }): [string, string][] => {
    const field = view.fields.find((each) => each.name === name);
    const isCategory = field?.kind === "enum" || field?.kind === "reference" || field?.kind === "text";
    const parameter = isCategory ? filterOf(view, name, "equals")?.parameter : undefined;
    return parameter !== undefined && record[name] != null ? [[parameter, String(record[name])]] : [];
  });
  const request = withParameters("", {
    ...Object.fromEntries(same.slice(0, MOST_FACTS)),
    ...{ fields: view.title, limit: String(MOST + 1), sort: sortOf(view) },
  });
  const { data } = useGet(path + request, { poll: false });
  const all: readonly Data[] = data?.data[view.plural] ?? [];
  const others = all.filter(({ id }) => id !== record.id).slice(0, MOST);
  if (others.length === 0) return null;
  return (
    <p className="about">
      Like it:{" "}
      {others.map((other) => (
        <Link key={other.id} to={{ search: withCompared("", idsOf([record, other])) }}>
          {titleOf(view, other)}
        </Link>
      ))}
    </p>
  );
}

function idsOf(records: readonly Data[]): string[] {
  return records.map(({ id }) => String(id));
}
