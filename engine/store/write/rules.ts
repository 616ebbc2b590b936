/** The rules for normalized values: read-only fields stay as they are, and the declaration's own rules hold. */

import { sameJson, type Values } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { representStored } from "../../resource/representation.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Input, NormalizedRecord } from "./normalize.ts";

/** Returns a fault for each read-only field that is sent with another value than it was read with. */
export function readOnlyFaults(
  resource: Resource,
  { submission, identity, before }: Input,
  { values }: NormalizedRecord,
): Fault[] {
  const { body, pointer } = submission;
  const view = resource.views[0]!;
  let shown: Values | undefined;
  const faults: Fault[] = [];
  const fault = (name: string, message: string) =>
    faults.push({ in: "value", pointer: `${pointer}/${name}`, code: "read_only", message });
  for (const [name, written] of Object.entries(body)) {
    const column = view.properties.get(name)?.column ?? name;
    if (column in identity) {
      if (written !== identity[column])
        fault(name, `${name} does not match the path; it must be ${JSON.stringify(identity[column])}.`);
      continue;
    }
    const spec = resource.fields.get(name);
    const isReadOnly =
      !spec || spec.presence === "derived" || (spec.derivedWith !== undefined && values[spec.derivedWith] !== null);
    if (!isReadOnly || name === "id" || (spec?.derivedWith && written === null && !before)) continue;
    if (before) shown ??= representStored(view, before);
    if (shown && sameJson(shown[name] ?? null, written)) continue;
    const allowed = before ? "Send it back as it was read, or omit it." : "Omit it when you create a record.";
    const cause =
      name === "updated_at" && before ? " The record has changed since then; use If-Match to detect that." : "";
    fault(name, `${name} is set by the service. ${allowed}${cause}`);
  }
  return faults;
}

/** Returns a fault for each rule that does not hold. Rules of fields that already have a fault are skipped. */
export function brokenRules(
  { rules }: Resource,
  { submission, before }: Input,
  { values, faulty }: NormalizedRecord,
  now: string,
): Fault[] {
  const context = { today: now.slice(0, 10), now, before };
  return rules
    .filter(({ field, holds }) => !faulty.has(field) && !holds(values, context))
    .map(({ field, sentence }) => ({
      in: "value",
      pointer: `${submission.pointer}/${field}`,
      code: "rule_broken",
      message: sentence,
    }));
}
