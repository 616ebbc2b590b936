/** The form of a filter: which records it is about, an operator and its values. */

import { type FormEvent, useId, useState } from "react";
import type { Step } from "../../../../kit/description/filter-paths.ts";
import type { Field, Filter, Queryable } from "../../../../kit/description/model.ts";
import { midSentence, possessive, sentenceCase } from "../../../../kit/description/words.ts";
import type { Pair } from "../../address/query.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { Button } from "../button.tsx";
import { operatorText, presenceText } from "../chips/filter-text.ts";
import { Icon } from "../icon.tsx";
import { Inline } from "../inline.tsx";
import { labelOf } from "./field-picker.tsx";
import {
  controlOf,
  firstFilter,
  offeredFilters,
  parametersFor,
  readValues,
  shownValues,
  valuesIn,
} from "./operators.ts";
import { StepControls } from "./step-controls.tsx";
import { ValueControl } from "./value-control.tsx";

/** Props of `FilterForm`. */
export interface FilterFormProps {
  /** The records that have the field, and the relations that lead to them. */
  readonly records: Queryable;
  readonly steps: readonly Step[];
  readonly field: Field;
  /** The path of the list. */
  readonly path: string;
  readonly nameOf: NameOf;
  /** The filter of the field that is changed; undefined for a new one. */
  readonly current: { readonly filter: Filter; readonly value: string } | undefined;
  /** Whether the filter may be between two bounds. */
  readonly canBound: boolean;
  /** The steps that cannot be changed, because other filters are about the same record. */
  readonly fixed: number;
  /** @returns a sentence why the filter cannot be set */
  readonly apply: (steps: readonly Step[], filter: readonly Pair[]) => string | undefined;
  readonly remove: (() => void) | undefined;
  /** Leads back to the choice of the field. */
  readonly back: () => void;
}

/** The form of a filter. */
export function FilterForm(props: FilterFormProps) {
  const { records, field, path, nameOf, current, canBound, fixed, apply, remove, back } = props;
  const [id, faultId] = [useId(), useId()];
  const filters = offeredFilters(records, field, canBound);
  const [steps, setSteps] = useState(props.steps);
  const [filter, setFilter] = useState(() => offeredOf(filters, current?.filter) ?? firstFilter(filters, field)!);
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
    setFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readValues(control, field, values);
    setFault("reason" in read ? read.reason : apply(steps, parametersFor(records, field, filter, read.values)));
  };
  const presence = (isPresent: boolean) => {
    const { operator, value } = presenceText(records, field, isPresent);
    return `${operator} ${value}`;
  };
  return (
    <form className="filter-form" onSubmit={submit}>
      <header>
        <Button look="bare" small icon="left" label="Another field" onClick={back} />
        <h3 id={id}>{headingOf(steps, field)}</h3>
      </header>
      {field.about && (
        <p className="help">
          <Inline text={field.about} />
        </p>
      )}
      <StepControls steps={steps} setSteps={setSteps} fixed={fixed} />
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
        path={steps.length === 0 ? path : ""}
        presence={{ true: presence(true), false: presence(false) }}
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
        {remove && (
          <Button look="bare" small onClick={remove}>
            Remove
          </Button>
        )}
      </footer>
    </form>
  );
}

/** Names a field with the records that lead to it, after the last list: `Destination’s name`. */
function headingOf(steps: readonly Step[], field: Field): string {
  const last = steps.findLastIndex(({ relation }) => relation.isMany);
  const owners = steps.slice(last + 1).map(({ relation }) => possessive(relation.noun));
  const label = labelOf(field, steps.at(-1)?.relation);
  return owners.length === 0 || label !== field.label
    ? label
    : sentenceCase(`${owners.join(" ")} ${midSentence(label)}`);
}

/** Returns the filter that is changed, as it is offered; `status=active` is one of several. */
function offeredOf(filters: readonly Filter[], current: Filter | undefined): Filter | undefined {
  return (
    current &&
    (filters.find(({ parameter }) => parameter === current.parameter) ??
      filters.find(({ operator }) => operator === (current.operator === "not" ? "not_in" : "in")))
  );
}
