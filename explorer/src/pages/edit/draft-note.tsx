/** Says that the form has a draft: of before, or from a revert. It can be discarded. */
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import type { Form } from "../../forms/state/use-form.ts";

/** A bar above the form; nothing once the draft is saved or discarded. */
export function DraftNote({ form }: { readonly form: Form }) {
  if (!form.isResumed || form.changed.length === 0) return null;
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <span>These changes are not saved yet. This tab keeps them.</span>
      <Button small className="end" onClick={form.forget}>
        Discard them
      </Button>
    </div>
  );
}
