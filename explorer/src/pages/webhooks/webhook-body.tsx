/** A webhook, as the page of its record shows it. */
import { Fragment } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import { Values } from "../record/values.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** Fields that the state says in words. */
const SAID_BY_STATE = ["active", "failing", "disabled_because", "withheld_scopes"];

/** The state of a webhook, with the way to pause and resume it; then its values. */
export default function WebhookBody({ view, webhook }: { readonly view: View; readonly webhook: Data }) {
  const fields = view.fields.filter(({ name }) => !SAID_BY_STATE.includes(name));
  return (
    <>
      <WebhookState view={view} webhook={webhook} />
      <Withheld scopes={webhook.withheld_scopes ?? []} />
      <Values view={{ ...view, fields }} record={webhook} />
    </>
  );
}

/** Lists the chosen events that are not sent, and why. */
function Withheld({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return null;
  return (
    <p className="small soft">
      Not sent, because an author of this webhook may not read them: events that need{" "}
      {scopes.map((scope, at) => (
        <Fragment key={scope}>
          {at > 0 && ", "}
          <code>{scope}</code>
        </Fragment>
      ))}
      .
    </p>
  );
}
