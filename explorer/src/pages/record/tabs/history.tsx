/** The history of a record: every change of it that is held. */
import { lazy } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { Lazy } from "../../../components/lazy.tsx";
import { useDescription } from "../../../description/use-description.tsx";
import type { Data } from "../../../requests/queries.ts";
import { useRights } from "../../../requests/rights/rights.ts";
import { NeedsKey } from "../../events/needs-key.tsx";

const RecordHistory = lazy(() => import("../../history/record-history.tsx"));

/** Returns the list of events of the record at a path; undefined if its changes are not recorded. */
export function logOf({ log }: View, path: string): string | undefined {
  return log === undefined ? undefined : `${log}?subject=${path}`;
}

/** The events of a record. */
export function History({
  path,
  record,
  log,
  search,
}: {
  /** The record, as events name it. */
  readonly path: string;
  /** As it is now; undefined if it does not exist. */
  readonly record: Data | undefined;
  /** The list of its events. */
  readonly log: string;
  readonly search: string;
}) {
  const { at } = useDescription();
  const { mayRead } = useRights();
  const view = at(log)?.view;
  const isReadable = view && mayRead(view);
  if (!view || isReadable === undefined) return null;
  if (!isReadable) return <NeedsKey view={view} />;
  return (
    <Lazy>
      <RecordHistory log={view} filtered={log} {...{ path, record, search }} />
    </Lazy>
  );
}
