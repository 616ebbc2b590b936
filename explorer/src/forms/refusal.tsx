/** Why a form was not saved: what is wrong and has no control of its own, and everything else that failed. */
import { NetworkError, Problem } from "../../../client/index.ts";
import { ProblemView } from "../components/problem/problem-view.tsx";
import { controlAt } from "./focus.ts";
import { fieldOf } from "./state/refused.ts";

/** The faults of a refused form, with links to their controls; or why it could not be sent. */
export function Refusal({
  error,
  retry,
  confirm,
}: {
  readonly error: Error | undefined;
  readonly retry: () => void;
  /** Saves again, with a value that was not changed: the service asks to confirm it. */
  readonly confirm?: (name: string) => void;
}) {
  if (!error) return null;
  if (error instanceof NetworkError || (error instanceof Problem && error.status >= 500))
    return (
      <ProblemView error={error} retry={retry}>
        <p className="small soft">
          What you entered is still here. Saving again is safe: a change that has already arrived is not made twice.
        </p>
      </ProblemView>
    );
  return (
    <ProblemView
      error={error}
      retry={retry}
      mend={(fault) => {
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
      }}
    />
  );
}
