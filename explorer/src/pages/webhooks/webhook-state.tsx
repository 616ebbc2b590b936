/** Shows whether a webhook sends, with the button that pauses or resumes it. */
import { useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { State } from "../../fields/show/state.tsx";
import { useSubmit } from "../../forms/state/use-submit.ts";
import { mayDo, useCaller } from "../../requests/caller.tsx";
import type { Data } from "../../requests/data.ts";
import { useGet } from "../../requests/queries.ts";
import { stateText } from "./state-text.ts";

/** The state of a webhook. Resuming after a revocation asks whether its URL is still right. */
export function WebhookState({ view, webhook }: { readonly view: View; readonly webhook: Data }) {
  const path: string = webhook._links.self;
  const caller = useCaller();
  const submit = useSubmit();
  const { data } = useGet(path);
  const [isOpen, setIsOpen] = useState(false);
  const { active, url, disabled_because: reason } = webhook;
  const { word, tone, about } = stateText(webhook);
  const isAllowed = mayDo(caller, view.scopes.write) !== false;
  const change = async (body: Data, ifMatch?: string | null) => {
    setIsOpen(false);
    try {
      await submit.send({ method: "PATCH", path, body, ifMatch: ifMatch ?? undefined });
    } catch (error) {
      submit.setError(error as Error);
    }
  };
  const resume = () => {
    // Somebody who no longer has a say may have set the URL; sending it confirms it, as it was seen.
    if (reason === "revoked") setIsOpen(true);
    else void change({ active: true });
  };
  return (
    <>
      <div className="hook-state">
        <State value={word} tone={tone} tag />
        <span>{about}</span>
        {isAllowed ? (
          <Button
            look={active ? undefined : "main"}
            disabled={submit.isPending}
            onClick={active ? () => void change({ active: false }) : resume}
          >
            {active ? "Pause" : "Resume"}
          </Button>
        ) : (
          <span className="small soft">
            Changing it needs the scope <code>{view.scopes.write}</code>.
          </span>
        )}
      </div>
      {submit.error && <ProblemView error={submit.error} />}
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Resume sending to this URL?"
        lead="The credential of an author of this webhook was revoked, and they may have set its URL. Resume it only if the receiver is yours."
        footer={
          <span className="end">
            <Button autoFocus onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button look="main" onClick={() => void change({ active: true, url }, data?.headers.get("etag"))}>
              Resume
            </Button>
          </span>
        }
      >
        <div className="code">
          <pre>{url}</pre>
        </div>
      </Dialog>
    </>
  );
}
