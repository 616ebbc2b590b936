/** Numbers that the service counts unless a planned one is given. */
import { useState } from "react";
import { useGet } from "../../requests/queries.ts";
import { countedList } from "../values/counted.ts";
import type { ControlProps } from "./control-props.ts";
import { PlainNumber } from "./number.tsx";

/** Returns whether the service counts a number unless a planned one is given. */
export function isCountable({ schema }: ControlProps["field"]): boolean {
  return typeof schema["x-counts"] === "string";
}

/** A number; where the service counts it otherwise, that can be chosen. */
export function NumberControl(props: ControlProps) {
  return isCountable(props.field) ? <Countable {...props} /> : <PlainNumber {...props} />;
}

/**
 * "Counted", or a plan, which comes first. A record does not say which it is: a number that equals the count is taken
 * for it.
 */
function Countable(props: ControlProps) {
  const { value, setValue, id, field, path } = props;
  const [loaded] = useState(value);
  const { data } = useGet(loaded == null ? undefined : `${countedList(field, path)}?limit=1`, { poll: false });
  const count: number | undefined = data?.data.total_count;
  const isCounted = loaded == null || loaded === count;
  const [chosen, setChosen] = useState<"counted" | "planned">();
  const isPlanned = (chosen ?? (isCounted ? "counted" : "planned")) === "planned";
  const choose = (next: "counted" | "planned") => {
    setChosen(next);
    if (next === "counted") setValue(isCounted ? loaded : null);
  };
  const way = { type: "radio", className: "sr", name: `${id}-way` } as const;
  return (
    <span className="btns">
      <span className="seg" role="radiogroup" aria-labelledby={`${id}-label`}>
        <label>
          <input {...way} id={isPlanned ? `${id}-way` : id} checked={!isPlanned} onChange={() => choose("counted")} />
          counted{count !== undefined && `: ${count}`}
        </label>
        <label>
          <input {...way} checked={isPlanned} onChange={() => choose("planned")} />
          planned
        </label>
      </span>
      {isPlanned && <PlainNumber {...props} />}
    </span>
  );
}
