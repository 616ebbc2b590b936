/** The legend of a picture: each category is a switch that filters the list by it. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { elementsOf, joinElements, withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import type { HueOf } from "../../fields/hues.ts";
import { useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { type Category, type Counts, categoriesOf } from "./categories.ts";
import { pathOfCounts } from "./picture-query.ts";

/** The room of a count that is not known yet, so that nothing moves when it is: three figures wide. */
const UNKNOWN = "\u2007\u2007\u2007";

/** The categories of a field with their colors, and how many of each are drawn. */
export function Legend({
  view,
  field,
  path,
  search,
  hueOf,
  drawn,
}: {
  readonly view: View;
  readonly field: Field;
  readonly path: string;
  readonly search: string;
  readonly hueOf: HueOf;
  readonly drawn: Counts;
}) {
  const changeSearch = useChangeSearch();
  const { data } = useGet(pathOfCounts(path, search, field.name), { keepPrevious: true, poll: false });
  const named = (operator: string) => filterOf(view, field.name, operator)?.parameter;
  const [among, exists] = [named("in"), named("exists")];
  const parameters = new URLSearchParams(search);
  const selected = elementsOf(parameters.get(among ?? "") ?? "");
  const isNone = parameters.get(exists ?? "") === "false";
  const isAll = selected.length === 0 && !isNone;
  const isOn = ({ values }: Category) =>
    isAll || (values.length === 0 ? isNone : values.some((value) => selected.includes(value)));
  const toggle = ({ values }: Category) => {
    const rest = selected.filter((each) => !values.includes(each));
    const next = rest.length < selected.length ? rest : [...selected, ...values];
    changeSearch((now) =>
      withParameters(now, {
        ...(among && { [among]: values.length > 0 && next.length > 0 ? joinElements(next) : undefined }),
        ...(exists && { [exists]: values.length === 0 && !isNone ? "false" : undefined }),
      }),
    );
  };
  return (
    <fieldset className="legend">
      <legend className="sr">{field.label}</legend>
      {categoriesOf(field, data?.data.groups ?? [], { hueOf, drawn }).map((category) => {
        const content = (
          <>
            <i className={`sw c${category.hue}`} />
            <bdi>{category.label}</bdi>{" "}
            {isOn(category) && <span className="count">{data ? countText(category.count) : UNKNOWN}</span>}
          </>
        );
        return !(category.values.length === 0 ? exists : among) ? (
          <span key={category.label} className="key">
            {content}
          </span>
        ) : (
          <button
            key={category.label}
            type="button"
            className="key"
            aria-pressed={isOn(category)}
            onClick={() => toggle(category)}
          >
            {content}
          </button>
        );
      })}
    </fieldset>
  );
}
