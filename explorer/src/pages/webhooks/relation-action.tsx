/** The actions on the lists below a webhook, besides reading them. */
import { lazy } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { Lazy } from "../../components/lazy.tsx";
import { mayDo, useCaller } from "../../requests/caller.tsx";
import type { Data } from "../../requests/data.ts";

const RotateSecret = lazy(() => import("./rotate-secret.tsx"));
const TestDelivery = lazy(() => import("./test-delivery.tsx"));

/** The button for a list below a record, for callers who may use it; nothing for most lists. */
export function RelationAction({
  view,
  path,
  record,
}: {
  readonly view: View;
  readonly path: string;
  readonly record: Data;
}) {
  const caller = useCaller();
  if (view.parent !== "webhooks" || mayDo(caller, view.scopes.write) === false) return null;
  return (
    <Lazy>
      {view.resource === "deliveries" && <TestDelivery webhook={record} list={path} />}
      {view.resource === "secrets" && <RotateSecret view={view} list={path} />}
    </Lazy>
  );
}
