/** Shows the plan of a bulk edit: the values that the records have now, and the new ones. */

import type { View, WritableField } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { Icon } from "../../../components/icon.tsx";
import { Value } from "../../../fields/show/value.tsx";
import { countText } from "../../../units.ts";
import { type BulkRecord, outcomeGroups } from "../run/outcome.ts";
import { type BulkPlan, countWithoutWay, valuesNow } from "../run/plan.ts";
import { recordsText } from "./bulk-words.ts";

/** The number of current values listed of each field. */
const LISTED = 4;

/** The plan of a bulk edit. */
export function PlanStep({
  view,
  records,
  plan,
}: {
  readonly view: View;
  readonly records: readonly BulkRecord[];
  readonly plan: BulkPlan;
}) {
  const { edits, change } = plan;
  const now = change.map(({ response }) => response.data);
  const precisions = new Set(view.fields.map(({ precision }) => precision));
  const fields = view.writable.update.filter(({ name }) => name in edits && !precisions.has(name));
  return (
    <>
      <p className="plan-counts">
        <PlanCounts view={view} records={records} plan={plan} set={fields.length} />
      </p>
      {change.length > 0 && (
        <table className="merge bulk-plan">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">
                <b>Now</b>
              </th>
              <th scope="col">
                <b>New</b>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const values = valuesNow(field, now);
              const rest = values.slice(LISTED).reduce((sum, { count }) => sum + count, 0);
              return (
                <tr key={field.name}>
                  <th scope="row">{field.label}</th>
                  <td className="was">
                    <ul>
                      {values.slice(0, LISTED).map(({ record, count }) => (
                        <li key={JSON.stringify(record[field.name] ?? null)}>
                          <Value field={field} record={{ ...record, [field.name]: record[field.name] ?? null }} short />
                          {change.length > 1 && <span className="num faint"> × {countText(count)}</span>}
                        </li>
                      ))}
                      {rest > 0 && <li className="faint">and {countText(values.length - LISTED)} other values</li>}
                    </ul>
                  </td>
                  <td>
                    <Value field={field} record={edits} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {fields.map((field) => (
        <StateNote key={field.name} field={field} plan={plan} view={view} />
      ))}
    </>
  );
}

/** Says how many records will change, and why not the others. */
function PlanCounts({
  view,
  records,
  plan: { change, outcomes },
  set,
}: {
  readonly view: View;
  readonly records: readonly BulkRecord[];
  readonly plan: BulkPlan;
  /** The number of fields that are set. */
  readonly set: number;
}) {
  const counts = new Map(outcomeGroups(records, outcomes).map((group) => [group.kind, group.records.length]));
  const [same = 0, gone = 0, refused = 0] = [counts.get("same"), counts.get("gone"), counts.get("refused")];
  return (
    <>
      <b>{change.length === 0 ? "Nothing" : recordsText(view, change.length)}</b> to change.
      {same > 0 &&
        ` ${countText(same)} already ${same === 1 ? "has" : "have"} ${set === 1 ? "this value" : "these values"}.`}
      {gone > 0 && ` ${countText(gone)} no longer ${gone === 1 ? "exists" : "exist"}.`}
      {refused > 0 && ` ${countText(refused)} could not be read.`}
    </>
  );
}

/** A note of the lifecycle on a new state. */
function StateNote({
  field,
  plan: { change, edits },
  view,
}: {
  readonly field: WritableField;
  readonly plan: BulkPlan;
  readonly view: View;
}) {
  const to = edits[field.name];
  if (!field.transitions || typeof to !== "string" || change.length === 0) return null;
  const now = change.map(({ response }) => response.data);
  const count = countWithoutWay(field, to, now);
  const back = now.filter((record) => field.transitions![to]?.includes(String(record[field.name]))).length;
  const isOneWay = back < now.length - count;
  if (count === 0 && !isOneWay) return null;
  return (
    <div className="note is-hold">
      <Icon name="warn" />
      <span>
        {count > 0 &&
          `${recordsText(view, count)} cannot become ${words(to)} from ${count === 1 ? "its" : "their"} state now: the service will refuse ${count === 1 ? "it" : "them"}. `}
        {isOneWay &&
          (back === 0
            ? `This cannot be undone: there is no way back from ${words(to)}.`
            : "Some of these state changes cannot be undone.")}
      </span>
    </div>
  );
}
