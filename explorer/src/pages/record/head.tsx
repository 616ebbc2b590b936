/** The head of a record: its name, its id, its state, and who changed it last. */
import type { ReactNode } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { useName } from "../../description/use-name.ts";
import { layoutOf } from "../../fields/record/layout.ts";
import { isNamed, textOf } from "../../fields/show/text.tsx";
import { Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/queries.ts";
import { headingOf } from "../events/event-text.ts";
import { LastChange } from "./last-change.tsx";
import { StateLine } from "./lifecycle/state-line.tsx";
import { NowMark } from "./past/now-mark.tsx";

/** The head of a record. */
export function RecordHead({
  view,
  record,
  end,
}: {
  readonly view: View;
  readonly record: Data;
  /** The content at the end of the first line. */
  readonly end?: ReactNode;
}) {
  const { state } = layoutOf(view, record);
  const title = view.fields.find(({ name }) => name === view.title);
  const hasState = state !== undefined && record[state.name] != null;
  return (
    <div className="rec-head">
      <div className="title">
        <h1>
          <RecordTitle view={view} record={record} />
        </h1>
        {title && <NowMark view={view} field={title} record={record} />}
        {view.isSystem && view.title !== "id" && record.id && <span className="id">{record.id}</span>}
        {end}
      </div>
      <div className={hasState ? "line" : "line wide-only"}>
        {hasState && <StateLine view={view} field={state} record={record} />}
        {hasState && <NowMark view={view} field={state} record={record} />}
        <LastChange record={record} className={hasState ? "end" : ""} />
      </div>
    </div>
  );
}

/** The title of a record, or its noun, if it has none of its own. */
export function RecordTitle({ view, record }: { readonly view: View; readonly record: Data }) {
  if (view.resource === "events") return headingOf(record);
  if (view.resource === "operations") return sentenceCase(record.kind);
  if (view.resource === "deliveries") return headingOf({ type: record.event_type ?? "" });
  const field = view.fields.find(({ name }) => name === view.title);
  const value = record[view.title];
  if (view.kind === "single") return <SingleTitle view={view} record={record} />;
  if (!field || value == null) return record.id ?? view.noun;
  return isNamed(field) ? <bdi>{textOf(String(value))}</bdi> : <Value field={field} record={record} />;
}

/** The title of a one-to-one contains that of the record above it: `Atmosphere of Mars`. */
function SingleTitle({ view, record }: { readonly view: View; readonly record: Data }) {
  const parent = useName(String(record._links?.self ?? "").replace(/\/[^/]*$/, ""));
  return (
    <>
      {view.heading}
      {parent !== undefined && (
        <>
          {" "}
          of <bdi>{parent}</bdi>
        </>
      )}
    </>
  );
}
