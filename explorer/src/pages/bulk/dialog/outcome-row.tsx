/** The outcome of one record of a bulk edit. */

import { Problem } from "../../../../../client/index.ts";
import type { View, WritableField } from "../../../../../kit/description/model.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { pageOf } from "../../../address/address.ts";
import { Button } from "../../../components/button.tsx";
import { Difference } from "../../../components/diff/change-rows.tsx";
import { Link } from "../../../description/past/link.tsx";
import { Value } from "../../../fields/show/value.tsx";
import { Author } from "../../../forms/conflict/author.tsx";
import { fieldOf } from "../../../forms/state/refused.ts";
import type { Data } from "../../../requests/data.ts";
import type { BulkRecord, Outcome } from "../run/outcome.ts";

/** Props of `OutcomeRow`. */
export interface OutcomeRowProps {
  readonly view: View;
  readonly record: BulkRecord;
  /** Undefined if it was not sent. */
  readonly outcome: Outcome | undefined;
  /** Changes it on top of what somebody else saved; undefined where that is not offered. */
  readonly onTop: (() => void) | undefined;
}

/** A record, with what was changed or why nothing was. */
export function OutcomeRow({ view, record: { path, name }, outcome, onTop }: OutcomeRowProps) {
  return (
    <li>
      {outcome?.kind === "gone" ? (
        <bdi className="name">{name}</bdi>
      ) : (
        <Link className="name" to={pageOf(path)} target="_blank">
          {name}
        </Link>
      )}
      <div>
        {outcome?.kind === "done" && (
          <Changed
            fields={view.writable.update.filter((field) => field.name in outcome.edits)}
            before={outcome.before}
            after={outcome.now.data}
          />
        )}
        {outcome?.kind === "conflict" && <Conflicting outcome={outcome} isChange={onTop !== undefined} />}
        {outcome?.kind === "refused" && <Refused view={view} error={outcome.error} />}
      </div>
      {outcome?.kind === "conflict" && onTop && (
        <Button small onClick={onTop}>
          Save mine on top<span className="sr"> of {name}</span>
        </Button>
      )}
    </li>
  );
}

/** Shows the changes of others: first the fields that were to be set, with the value meant for them; then the rest. */
function Conflicting({
  outcome: { edits, seen, current, changed },
  isChange,
}: {
  readonly outcome: Extract<Outcome, { kind: "conflict" }>;
  readonly isChange: boolean;
}) {
  const both = changed.filter(({ name }) => name in edits);
  const others = changed.filter(({ name }) => !(name in edits));
  const versions = { before: seen, after: current.data };
  return (
    <>
      <p>
        <Author record={current.data} />{" "}
        <b>
          {both.length === 0 && "Only other fields were changed:"}
          {both.length === 1 && "The same field was changed:"}
          {both.length > 1 && "The same fields were changed:"}
        </b>
      </p>
      <Changed fields={both} {...versions} mine={isChange ? edits : undefined} />
      {both.length > 0 && others.length > 0 && <p>Other fields were changed as well:</p>}
      <Changed fields={others} {...versions} />
    </>
  );
}

function Changed({
  fields,
  before,
  after,
  mine,
}: {
  readonly fields: readonly WritableField[];
  readonly before: Data;
  readonly after: Data;
  /** The values that were to be set, shown beside the others. */
  readonly mine?: Values | undefined;
}) {
  if (fields.length === 0) return null;
  const precisions = new Set(fields.map(({ precision }) => precision));
  return (
    <dl>
      {fields
        .filter(({ name }) => !precisions.has(name))
        .map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <Difference field={field} before={before} after={after} />
              {mine && (
                <span className="soft">
                  {" "}
                  · yours: <Value field={field} record={mine} short />
                </span>
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Says why the service refused it: its faults, each with its field; otherwise the text about all. */
function Refused({ view, error }: { readonly view: View; readonly error: Error }) {
  const faults = error instanceof Problem ? error.errors : [];
  if (faults.length === 0) return <p className="fault">{error.message}</p>;
  return (
    <ul className="fault">
      {faults.map((fault) => {
        const label = view.fields.find(({ name }) => name === fieldOf(fault))?.label;
        return (
          <li key={JSON.stringify(fault)}>
            {label !== undefined && <b>{label}: </b>}
            {fault.message}
          </li>
        );
      })}
    </ul>
  );
}
