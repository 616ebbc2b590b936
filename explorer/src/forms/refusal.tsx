/** Says why a form was not saved: faults that have no control of their own, and everything else that failed. */
import { useEffect, useRef, useState } from "react";
import { type Fault, NetworkError, Problem } from "../../../client/index.ts";
import { pageOf } from "../address/address.ts";
import { Countdown } from "../components/countdown.tsx";
import { ProblemView } from "../components/problem/problem-view.tsx";
import { Link } from "../description/past/link.tsx";
import { controlAt } from "./focus.ts";
import { fieldOf } from "./state/refused.ts";

/** Props of `Refusal`. */
export interface RefusalProps {
  readonly error: Error | undefined;
  readonly retry: () => void;
  /** Saves again, with a value that was not changed: the service asks to confirm it. */
  readonly confirm?: (name: string) => void;
  /** The path of the record that exists already, if that is why. */
  readonly existing?: string | undefined;
}

/** The faults of a refused form, with links to their controls; or why it could not be sent. */
export function Refusal({ error, retry, confirm, existing }: RefusalProps) {
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A control with a fault has the focus; without one, it is here, and in view.
    if (error && !faultsOf(error).some(controlAt)) whole.current?.focus();
  }, [error]);
  if (!error) return null;
  const isSafe = error instanceof NetworkError || (error instanceof Problem && error.status >= 500);
  const seconds = error instanceof Problem ? error.retryAfter : undefined;
  return (
    <div ref={whole} tabIndex={-1} className="refusal">
      <ProblemView error={error} retry={retry} fix={(fault) => fixOf(fault, confirm)}>
        {seconds !== undefined && <Wait key={seconds} seconds={seconds} />}
        {existing !== undefined && (
          <p>
            <Link to={pageOf(existing)} target="_blank">
              Open the entry
            </Link>
          </p>
        )}
        {isSafe && (
          <p className="small soft">
            What you entered is still here. Saving again is safe: a change that has already arrived is not made twice.
          </p>
        )}
      </ProblemView>
    </div>
  );
}

/** Says when the service may take it. What changes every second is not read out. */
function Wait({ seconds }: { readonly seconds: number }) {
  const [until] = useState(() => Date.now() + seconds * 1_000);
  return (
    <p>
      You can try again{" "}
      <span aria-hidden>
        <Countdown until={until} />
      </span>
      <span className="sr">in {seconds} seconds</span>.
    </p>
  );
}

function faultsOf(error: Error): readonly Fault[] {
  return error instanceof Problem ? error.errors : [];
}

function fixOf(fault: Fault, confirm: RefusalProps["confirm"]) {
  if (fault.code === "unconfirmed" && confirm)
    return (
      <button type="button" className="btn is-small" onClick={() => confirm(fieldOf(fault))}>
        Confirm it and save
      </button>
    );
  const control = controlAt(fault);
  return control ? (
    <button type="button" className="btn is-small" onClick={() => control.focus()}>
      Go to the field
    </button>
  ) : null;
}
