/** The box in which the period of a strip is typed. */
import { type FormEvent, useId, useState } from "react";
import type { Field } from "../../../../kit/description/model.ts";
import { boundsOfRange, endsIn, readRange } from "../../fields/ranges/range.ts";
import type { BoundValues } from "../../fields/ranges/time-bounds.ts";

/** A box for `1980..1999`, `July 1969` or `1980..`; Enter applies it. */
export function PeriodForm({
  field,
  example,
  search,
  apply,
}: {
  readonly field: Field;
  /** A period of the list. */
  readonly example: string;
  /** The query, whose changes make a fault obsolete. */
  readonly search: string;
  readonly apply: (bounds: BoundValues) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const [shown, setShown] = useState(search);
  if (shown !== search) {
    setShown(search);
    setTyped("");
    setFault(undefined);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    const read = readRange(field, endsIn(typed) ?? [typed, typed]);
    if (read.value === undefined) return setFault(read.reason);
    apply(boundsOfRange(field, read.value));
    setTyped("");
  };
  return (
    <form className="wide-only" onSubmit={submit} noValidate>
      <span
        id={id}
        className={fault === undefined ? undefined : "msg"}
        role={fault === undefined ? undefined : "alert"}
      >
        {fault ?? "drag a handle, or type"}
      </span>
      <input
        className="input"
        placeholder={example}
        aria-label={`Period: ${field.label}`}
        aria-describedby={id}
        aria-invalid={fault !== undefined || undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(undefined);
        }}
      />
    </form>
  );
}
