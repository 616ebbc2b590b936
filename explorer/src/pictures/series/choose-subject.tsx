/** Chooses what is drawn by the field that tells quantities apart. */

import type { Field, View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { elementsOf, withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { pathOfCounts } from "../parts/picture-query.ts";

/** The entry that removes the filter. */
const ALL = "all";

/** A menu of all values with their counts; choosing one filters the list by it. */
export function ChooseSubject({
  view,
  field,
  path,
  search,
}: {
  readonly view: View;
  readonly field: Field;
  readonly path: string;
  readonly search: string;
}) {
  const changeSearch = useChangeSearch();
  const { data } = useGet(pathOfCounts(path, search, field.name), { poll: false });
  const filters = view.filters.filter((each) => each.field === field.name);
  const [one, several] = ["equals", "in"].map((name) => filters.find(({ operator }) => operator === name)?.parameter);
  if (one === undefined || !view.groupable.includes(field.name)) return null;
  const groups: readonly Data[] = data?.data.groups ?? [];
  const query = new URLSearchParams(search);
  const chosen = [query.get(one) ?? [], elementsOf((several && query.get(several)) ?? "")].flat();
  const choose = (value: string) => {
    const changes = { [one]: value === ALL ? undefined : value, ...(several ? { [several]: undefined } : {}) };
    changeSearch((now) => withParameters(now, changes));
  };
  const said = chosen.length === 0 ? ALL : chosen.length === 1 ? words(chosen[0]!) : `${chosen.length} of them`;
  return (
    <Menu
      name={field.label}
      button={{ small: true, icon: "down", children: `${field.label}: ${said}` }}
      entries={[
        { id: ALL, label: ALL },
        ...groups
          .filter((group) => group[field.name] !== null)
          .map((group) => ({ id: group[field.name], label: words(group[field.name]), hint: String(group.count) })),
      ]}
      chosen={chosen.length === 0 ? [ALL] : chosen}
      onAction={choose}
    />
  );
}
