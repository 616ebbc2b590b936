/** A webhook, as the page of its record shows it. */
import type { View } from "../../description/model.ts";
import type { Data } from "../../requests/data.ts";
import { Values } from "../record/values.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** What the state says in words. */
const SAID_BY_STATE = ["active", "failing", "disabled_because"];

/** The state of a webhook, with the way to pause and resume it; then its values. */
export default function WebhookBody({ view, webhook }: { readonly view: View; readonly webhook: Data }) {
  const fields = view.fields.filter(({ name }) => !SAID_BY_STATE.includes(name));
  return (
    <>
      <WebhookState view={view} webhook={webhook} />
      <Values view={{ ...view, fields }} record={webhook} />
    </>
  );
}
