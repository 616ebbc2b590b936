/** All that is wrong with a request, each with its place and what fixes it. */
import type { ReactNode } from "react";
import type { Fault } from "../../../../client/index.ts";

/** The faults of a request. */
export function Faults({
  faults,
  fix,
}: {
  readonly faults: readonly Fault[];
  readonly fix: (fault: Fault) => ReactNode;
}) {
  if (faults.length === 0) return null;
  return (
    <ul className="faults">
      {faults.map((fault) => {
        const buttons = fix(fault);
        return (
          <li key={JSON.stringify(fault)}>
            <code>{fault.parameter ?? fault.pointer ?? fault.header}</code>
            <p>{fault.message}</p>
            {buttons && <div className="btns">{buttons}</div>}
          </li>
        );
      })}
    </ul>
  );
}
