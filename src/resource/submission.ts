/** A body on its way in: its shape is right, and the faults of its values are known. */

import type { Author } from "../declare/field-spec.ts";
import type { Values } from "../declare/values.ts";
import { type Fault, refuse } from "../problem.ts";
import { memoize } from "../runtime/memoize.ts";
import type { Resource } from "./resource.ts";
import { type Intent, takesNothing } from "./schemas.ts";
import { faultsInBody } from "./validation.ts";

export interface Submission {
  readonly intent: Intent;
  readonly body: Values;
  /** Faults of value; one of shape would have ended the request. */
  readonly faults: readonly Fault[];
  /** What others know to speak against values that are not there yet. */
  readonly objections?: readonly Fault[];
  /** The secrets that a new record gets, by field, as they are told. */
  readonly issued: Readonly<Record<string, string>>;
  /** Who sent it; the service itself where nobody is named. */
  readonly author?: Author;
  /** JSON Pointer of the record within the request's body: empty, or `/17`. */
  readonly at: string;
}

/**
 * Reads one record.
 * @param found faults of shape in the rest of the request
 * @throws Problem `invalid-request` when its shape, or that of the rest, is wrong
 */
export function submit(
  resource: Resource,
  intent: Intent,
  sent: unknown,
  author?: Author,
  found: readonly Fault[] = [],
): Submission {
  const body = sent === undefined && takesNothing(resource) ? {} : sent;
  const faults = [...found, ...faultsInBody(resource, intent, body, "")];
  if (faults.some((fault) => fault.in === "shape")) refuse(faults);
  return { intent, body: body as Values, faults, issued: issuedWith(resource), at: "", ...(author ? { author } : {}) };
}

/** Adds the faults of the declaration's asynchronous check, if it has one and nothing else is wrong. */
export async function inspect({ declaration }: Resource, submission: Submission): Promise<Submission> {
  const check = declaration.kind === "collection" ? declaration.inspect : undefined;
  if (!check || submission.faults.length > 0) return submission;
  return { ...submission, objections: await check(submission.body) };
}

/**
 * Reads an array of records, all or nothing.
 * @param found faults of shape in the rest of the request
 * @throws Problem `invalid-request` with the faults of all of them
 */
export function submitAll(
  resource: Resource,
  bodies: readonly unknown[],
  most: number,
  found: readonly Fault[] = [],
): Submission[] {
  const fault = (code: string, message: string): void =>
    refuse([...found, { in: "shape", pointer: "", code, message }]);
  if (bodies.length === 0) fault("too_few_items", `An array holds 1 to ${most} records.`);
  if (bodies.length > most) fault("too_many_items", `An array holds 1 to ${most} records, not ${bodies.length}.`);
  const read = bodies.map((body, at) => {
    const pointer = `/${at}`;
    return {
      intent: "create" as const,
      body: body as Values,
      faults: faultsInBody(resource, "create", body, pointer),
      issued: issuedWith(resource),
      at: pointer,
    };
  });
  const faults = [...found, ...read.flatMap((submission) => submission.faults)];
  if (faults.some((each) => each.in === "shape")) refuse(faults);
  return read;
}

const NOTHING = {};
const issuedFields = memoize(({ fields }: Resource) => [...fields].filter(([, spec]) => spec.secret));

function issuedWith(resource: Resource): Submission["issued"] {
  const secrets = issuedFields(resource);
  if (secrets.length === 0) return NOTHING;
  return Object.fromEntries(secrets.map(([name, spec]) => [name, spec.secret!.make()]));
}
