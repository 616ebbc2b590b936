/** Submissions: request bodies whose shape is correct, with the faults of their values. */

import type { Author } from "../declare/field-spec.ts";
import type { Values } from "../declare/values.ts";
import { type Fault, refuseFaults } from "../problem.ts";
import { memoize } from "../runtime/memoize.ts";
import { TimeSlice } from "../runtime/time-slice.ts";
import type { Resource } from "./resource.ts";
import { acceptsEmptyBody, type WriteAction } from "./schemas.ts";
import { faultsInBody } from "./validation.ts";

/** One record as a client sent it. */
export interface Submission {
  readonly action: WriteAction;
  readonly body: Values;
  /** Faults of value. A fault of shape would have ended the request. */
  readonly faults: readonly Fault[];
  /** Faults of the declaration's asynchronous check. A fault of a field that keeps its value is ignored. */
  readonly asyncFaults: readonly Fault[];
  /** The secrets of a new record by field, in the form that the client sees once. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Who sent it; undefined if the service did. */
  readonly author: Author | undefined;
  /** JSON Pointer of the record within the request's body: empty, or `/17`. */
  readonly pointer: string;
}

/**
 * Reads one record.
 * @param earlierFaults faults of shape in the rest of the request
 * @throws Problem `invalid-request` if its shape, or that of the rest, is wrong
 */
export function readSubmission(
  resource: Resource,
  action: WriteAction,
  sent: unknown,
  author?: Author,
  earlierFaults: readonly Fault[] = [],
): Submission {
  const body = sent === undefined && acceptsEmptyBody(resource) ? {} : sent;
  const faults = [...earlierFaults, ...faultsInBody(resource, action, body, "")];
  if (faults.some((fault) => fault.in === "shape")) refuseFaults(faults);
  const secrets = newSecrets(resource);
  return { action, body: body as Values, faults, asyncFaults: [], secrets, author, pointer: "" };
}

/** Adds the faults of the declaration's asynchronous check. Skips the check if the submission already has faults. */
export async function checkAsync({ asyncCheck }: Resource, submission: Submission): Promise<Submission> {
  if (!asyncCheck || submission.faults.length > 0) return submission;
  return { ...submission, asyncFaults: await asyncCheck(submission.body) };
}

/**
 * Reads an array of records, all or nothing. Other requests run in between.
 * @param maxRecords the maximum number of records
 * @param earlierFaults faults of shape in the rest of the request
 * @throws Problem `invalid-request` with the faults of all of them
 */
export async function readSubmissions(
  resource: Resource,
  bodies: readonly unknown[],
  maxRecords: number,
  earlierFaults: readonly Fault[] = [],
): Promise<Submission[]> {
  const fault = (code: string, message: string): void =>
    refuseFaults([...earlierFaults, { in: "shape", pointer: "", code, message }]);
  if (bodies.length === 0) fault("too_few_items", `The array is empty; 1 to ${maxRecords} records are allowed.`);
  if (bodies.length > maxRecords)
    fault("too_many_items", `The array has ${bodies.length} records; 1 to ${maxRecords} are allowed.`);
  const timeSlice = new TimeSlice();
  const found: Fault[] = [...earlierFaults];
  const submissions: Submission[] = [];
  for (const [index, body] of bodies.entries()) {
    await timeSlice.yieldIfOver();
    const pointer = `/${index}`;
    const faults = faultsInBody(resource, "create", body, pointer);
    const secrets = newSecrets(resource);
    found.push(...faults);
    submissions.push({ ...NEW, body: body as Values, faults, secrets, pointer });
  }
  if (found.some((each) => each.in === "shape")) refuseFaults(found);
  return submissions;
}

/** What the submissions of all records of arrays have in common. */
const NEW = { action: "create", asyncFaults: [], author: undefined } as const;
const NO_SECRETS = {};
const secretFields = memoize(({ fields }: Resource) => [...fields].filter(([, spec]) => spec.secret));

function newSecrets(resource: Resource): Submission["secrets"] {
  const fields = secretFields(resource);
  if (fields.length === 0) return NO_SECRETS;
  return Object.fromEntries(fields.map(([name, spec]) => [name, spec.secret!.generate()]));
}
