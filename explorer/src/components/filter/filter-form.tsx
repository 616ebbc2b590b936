/** The form of a filter: an operator and its values. */

import { type FormEvent, useId, useState } from "react";
import { filterNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { Button } from "../button.tsx";
import { operatorText } from "../chips/filter-text.ts";
import { Icon } from "../icon.tsx";
import { Inline } from "../inline.tsx";
import { controlOf, filtersOf, firstFilter, parameterFor, readValues, shownValues, valuesIn } from "./operators.ts";
import { ValueControl } from "./value-control.tsx";

/** Props of `FilterForm`. */
export interface FilterFormProps {
  readonly view: View;
  readonly path: string;
  readonly field: Field;
  readonly nameOf: NameOf;
  readonly current: { readonly parameter: string; readonly value: string } | undefined;
  readonly apply: (changes: Readonly<Record<string, string | undefined>>) => void;
  /** Leads back to the choice of the field. */
  readonly back: () => void;
}

/** The form of a filter. */
export function FilterForm({ view, path, field, nameOf, current, apply, back }: FilterFormProps) {
  const [id, faultId] = [useId(), useId()];
  const filters = filtersOf(view, field);
  const [filter, setFilter] = useState(() => filterOfCurrent(view, filters, current) ?? firstFilter(filters, field)!);
  const control = controlOf(field, filter.operator);
  const [values, setValues] = useState(() =>
    current ? shownValues(control, field, valuesIn(control, current.value)) : [],
  );
  const [fault, setFault] = useState<string>();
  const change = (next: string[]) => {
    setValues(next);
    setFault(undefined);
  };
  const choose = (parameter: string) => {
    const next = filters.find((each) => each.parameter === parameter)!;
    if (controlOf(field, next.operator) !== control) change([]);
    setFilter(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readValues(control, field, values);
    if ("reason" in read) return setFault(read.reason);
    const parameter = parameterFor(view, filter, read.values);
    apply(parameter ? { [parameter.name]: parameter.value } : {});
  };
  return (
    <form className="filter-form" onSubmit={submit}>
      <header>
        <Button look="bare" small icon="left" label="Another field" onClick={back} />
        <h3 id={id}>{field.label}</h3>
      </header>
      {field.about && (
        <p className="help">
          <Inline text={field.about} />
        </p>
      )}
      {filters.length > 1 && (
        <span className="pick is-wide">
          <select
            aria-label={`Comparison: ${field.label}`}
            value={filter.parameter}
            onChange={({ target }) => choose(target.value)}
          >
            {filters.map(({ parameter, operator }) => (
              <option key={parameter} value={parameter}>
                {operator === "exists" ? "has a value" : operatorText(operator)}
              </option>
            ))}
          </select>
        </span>
      )}
      <ValueControl
        key={control}
        control={control}
        field={field}
        view={view}
        path={path}
        values={values}
        setValues={change}
        nameOf={nameOf}
        labelId={id}
        faultId={fault === undefined ? undefined : faultId}
      />
      {fault !== undefined && (
        <p className="msg" role="alert" id={faultId}>
          <Icon name="warn" size={14} />
          {fault}
        </p>
      )}
      <footer className="btns">
        <Button type="submit" look="main" small>
          Apply
        </Button>
        {current && (
          <Button look="bare" small onClick={() => apply({})}>
            Remove
          </Button>
        )}
      </footer>
    </form>
  );
}

/** Returns the filter that is changed; `status=active` is one of several. */
function filterOfCurrent(view: View, filters: ReturnType<typeof filtersOf>, current: FilterFormProps["current"]) {
  const filter = current && filterNamed(view, current.parameter);
  return (
    filter &&
    (filters.find(({ parameter }) => parameter === filter.parameter) ??
      filters.find(({ operator }) => operator === (filter.operator === "not" ? "not_in" : "in")))
  );
}
