/** The choice of how a list is summarized: `group_by` and `measure` in the address. */
import { type FormEvent, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { summarySearch } from "../../address/groups.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { Button } from "../button.tsx";
import { Popover } from "../overlay/popover.tsx";
import { groupingText, measureText } from "./summary-text.ts";

/** Props of `GroupMenu`. */
export interface GroupMenuProps {
  readonly view: View;
  readonly search: string;
}

/** The service allows no more. */
const MAX_GROUPINGS = 3;
const MAX_MEASURES = 8;

/** A button that opens the choice of several groupings and measures. */
export function GroupMenu(props: GroupMenuProps) {
  return (
    <Popover name="Group by" className="filter" button={{ small: true, icon: "group", children: "More" }}>
      {(close) => <GroupForm {...props} close={close} />}
    </Popover>
  );
}

function GroupForm({ view, search, close }: GroupMenuProps & { readonly close: () => void }) {
  const parameters = new URLSearchParams(search);
  const changeSearch = useChangeSearch();
  const listed = (name: string) => (parameters.get(name) ?? "").split(",").filter((each) => each !== "");
  const [groupings, setGroupings] = useState(() => listed("group_by"));
  const [measures, setMeasures] = useState(() => listed("measure").filter((each) => each !== "count"));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    close();
    changeSearch((now) => summarySearch(now, groupings, measures));
  };
  return (
    <form className="filter-form" onSubmit={apply}>
      <Several
        legend="Group by"
        values={groupings}
        setValues={setGroupings}
        options={view.groupable}
        most={MAX_GROUPINGS}
        text={(name) => groupingText(view, name)}
      />
      <Several
        legend="Measures besides the count"
        values={measures}
        setValues={setMeasures}
        options={view.measures}
        most={MAX_MEASURES}
        text={(name) => measureText(view, name)}
      />
      <footer className="btns">
        <Button type="submit" look="main" small>
          Apply
        </Button>
      </footer>
    </form>
  );
}

/** Selects for several values; the last one adds a value. */
function Several({
  legend,
  values,
  setValues,
  options,
  most,
  text,
}: {
  readonly legend: string;
  readonly values: readonly string[];
  readonly setValues: (values: string[]) => void;
  readonly options: readonly string[];
  readonly most: number;
  readonly text: (name: string) => string;
}) {
  const shown = values.length < most ? [...values, ""] : values;
  const change = (index: number, value: string) =>
    setValues(shown.map((each, place) => (place === index ? value : each)).filter((each) => each !== ""));
  return (
    <fieldset className="several">
      <legend className="label">{legend}</legend>
      {shown.map((value, index) => (
        <span key={value === "" ? "new" : value} className="pick is-wide">
          <select
            aria-label={`${legend} ${index + 1}`}
            value={value}
            onChange={({ target }) => change(index, target.value)}
          >
            <option value="">{index === 0 ? "none" : value === "" ? "add …" : "remove"}</option>
            {[...new Set([...options, value])]
              .filter((option) => option !== "" && (option === value || !values.includes(option)))
              .map((option) => (
                <option key={option} value={option}>
                  {text(option)}
                </option>
              ))}
          </select>
        </span>
      ))}
    </fieldset>
  );
}
