/** The buttons of a form. */

import { Button } from "../../components/button.tsx";
import { Link } from "../../description/past/link.tsx";
import type { Form } from "../../forms/state/use-form.ts";
import { useHealth } from "../../requests/health.ts";

/** Saves, or goes back. Offline, nothing can be saved, and the draft stays. */
export function SubmitBar({
  form,
  isPending,
  verb,
  cancel,
}: {
  readonly form: Form;
  readonly isPending: boolean;
  /** `Save` or `Create`. */
  readonly verb: string;
  /** The page that Cancel leads to. */
  readonly cancel: string;
}) {
  const { offline } = useHealth();
  const count = form.changed.length;
  const what = verb === "Save" && count > 0 ? ` ${count} ${count === 1 ? "change" : "changes"}` : "";
  const isIdle = verb === "Save" && count === 0;
  const isOff = isPending || isIdle || offline !== undefined;
  return (
    <div className="btns submit">
      {/* Not disabled, so that it keeps the focus. Enter in a field presses it, too. */}
      <Button
        look="main"
        type="submit"
        aria-disabled={isOff || undefined}
        onClick={(event) => isOff && event.preventDefault()}
      >
        {isPending ? "Saving …" : verb + what}
      </Button>
      <Link className="btn is-bare" to={cancel}>
        Cancel
      </Link>
      <span className="small faint">
        {offline
          ? "Offline: it can be saved once the service responds. Your changes are kept."
          : isIdle
            ? "Nothing has been changed yet."
            : verb === "Save" && "Only what was changed is sent."}
      </span>
    </div>
  );
}
