/** The two boxes of a filter between two bounds; either may stay empty. */
import { type RefObject, useId, useRef } from "react";
import type { Notation } from "../../fields/notation.ts";
import { endNotations, endsIn } from "../../fields/ranges/range.ts";
import { unitText } from "../../units.ts";
import { describedBy } from "../described-by.ts";
import { useTypedEntry } from "../typed/typed-entry.tsx";
import type { ValueControlProps } from "./operators.ts";

/** From and to. Both ends that are typed or pasted into the first box, as `1980..1999`, are divided. */
export function RangeBoxes({ field, values, setValues, labelId, faultId }: ValueControlProps) {
  const last = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [from = "", to = ""] = values;
  const notations = endNotations(field);
  const begin = (typed: string) => {
    const ends = endsIn(typed);
    if (!ends) return setValues([typed, to]);
    setValues([ends[0], ends[1] || to]);
    last.current?.focus();
  };
  const unit = field.unit && unitText(field.unit);
  const shared = { unit, labelId, faultId, hintId };
  return (
    <div className="range-boxes">
      <EndBox {...shared} name="from" value={from} change={begin} notation={notations.from} isFirst />
      <EndBox
        {...shared}
        name="to"
        value={to}
        change={(typed) => setValues([from, typed])}
        notation={notations.to}
        box={last}
      />
      <p className="help" id={hintId}>
        {notations.from.hint}
      </p>
    </div>
  );
}

interface EndBoxProps {
  readonly name: "from" | "to";
  readonly value: string;
  readonly change: (typed: string) => void;
  readonly notation: Notation;
  readonly unit: string | undefined;
  readonly labelId: string;
  readonly hintId: string;
  readonly faultId: string | undefined;
  readonly isFirst?: boolean;
  readonly box?: RefObject<HTMLInputElement | null>;
}

function EndBox({ name, value, change, notation, unit, labelId, hintId, faultId, isFirst = false, box }: EndBoxProps) {
  const id = useId();
  const { input, understood, isAsTyped } = useTypedEntry({ notation, value, change });
  return (
    <>
      <span className="soft" id={id}>
        {name}
      </span>
      <span className="input num">
        <input
          ref={box}
          // biome-ignore lint/a11y/noAutofocus: the field was just chosen
          autoFocus={isFirst}
          aria-labelledby={`${labelId} ${id}`}
          aria-describedby={describedBy(faultId, hintId)}
          aria-invalid={faultId !== undefined || undefined}
          {...input}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      <span className="help" role="status">
        {understood !== undefined && !isAsTyped && `Understood as ${understood}.`}
      </span>
    </>
  );
}
