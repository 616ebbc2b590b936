/** The methods of a resource that write. */

import type { CreateOptions, PutOptions, RemoveOptions, UpdateOptions } from "../calls.ts";
import { NotFound, Stale } from "../errors/problem.ts";
import { Operation } from "../operation.ts";
import type { SendOptions, Transport } from "../transport/transport.ts";
import { recordPath } from "./addresses.ts";
import { holds } from "./lost-answers.ts";
import { readRecord } from "./reads.ts";
import { isRecord, type LinkedRecord, originalOf, remember, tagOf } from "./tags.ts";

type Draft = Readonly<Record<string, unknown>>;

/** The record that a call names: a record of a list by its id or by itself, a one-to-one by nothing. */
type Named = string | LinkedRecord;

/** Which record a write changes, and in which state. */
interface Target {
  readonly path: string;
  /** What the caller has read of it; the change is refused if it is no longer so. */
  readonly base?: unknown;
}

/** The writing methods of the resource at a path. */
export function writesOf(transport: Transport, path: string) {
  return {
    create: async (draft: Draft | readonly Draft[], options: CreateOptions = {}): Promise<unknown> => {
      const { idempotencyKey, async, signal } = options;
      const headers = {
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        ...preferAsync(async),
      };
      const answer = await transport.send("POST", path, { body: draft, headers, signal });
      if (answer.status === 202) return operationOf(transport, answer);
      return remember(answer.headers.get("location") ?? path, answer);
    },
    put: (...args: [id: string, draft: Draft, options?: PutOptions] | [draft: Draft, options?: PutOptions]) =>
      typeof args[0] === "string"
        ? put(transport, recordPath(path, args[0]), args[1] as Draft, args[2])
        : put(transport, path, args[0], args[1] as PutOptions | undefined),
    update: (
      ...args: [record: Named, patch: Draft, options?: UpdateOptions] | [patch: Draft, options?: UpdateOptions]
    ) => {
      const [first, second, third] = args;
      if (typeof first === "string" || (isRecord(first) && second !== undefined))
        return update(transport, targetOf(path, first), second as Draft, third);
      return update(transport, { path }, first as Draft, second as UpdateOptions | undefined);
    },
    remove: (...args: [record: Named, options?: RemoveOptions] | [options?: RemoveOptions]) => {
      const [first, second] = args;
      if (typeof first === "string" || isRecord(first)) return remove(transport, targetOf(path, first), second);
      return remove(transport, { path }, first);
    },
  };
}

function targetOf(path: string, named: Named): Target {
  if (typeof named === "string") return { path: recordPath(path, named) };
  // The link of a record of the past leads to the past.
  return { path: named._links.self.replace(/\?.*/, ""), base: named };
}

async function put(transport: Transport, path: string, draft: Draft, options: PutOptions = {}): Promise<unknown> {
  const { ifMatch, ifNoneMatch, signal } = options;
  const base = typeof ifMatch === "object" ? ifMatch : draft;
  const tag = typeof ifMatch === "string" ? ifMatch : ifMatch ? knownTag(ifMatch, path) : tagOf(draft, path);
  const headers = {
    ...(ifNoneMatch === undefined
      ? { ...(tag === undefined ? {} : { "if-match": tag }) }
      : { "if-none-match": ifNoneMatch }),
  };
  try {
    return remember(path, await transport.send("PUT", path, { body: draft, headers, signal }));
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    const current = error.tries > 1 ? await readIfPresent(transport, path, { signal }) : undefined;
    if (current && holds(current, draft, base)) return current;
    throw explain(error, transport, { path, base });
  }
}

async function update(
  transport: Transport,
  target: Target,
  patch: Draft,
  options: UpdateOptions = {},
): Promise<unknown> {
  const { ifMatch, idempotencyKey, signal } = options;
  const headers = {
    "content-type": "application/merge-patch+json",
    ...precondition(target, ifMatch),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
  return explained(transport, target, async () =>
    remember(target.path, await transport.send("PATCH", target.path, { body: patch, headers, signal })),
  );
}

async function remove(transport: Transport, target: Target, options: RemoveOptions = {}): Promise<unknown> {
  const { ifMatch, cascade, async, signal } = options;
  const headers = { ...precondition(target, ifMatch), ...preferAsync(async) };
  const query = cascade ? { cascade: true } : {};
  return explained(transport, target, async () => {
    try {
      const answer = await transport.send("DELETE", target.path, { query, headers, signal });
      return answer.status === 202 ? operationOf(transport, answer) : undefined;
    } catch (error) {
      // The answer to an earlier try was lost: it is gone, as was asked.
      if (!(error instanceof NotFound && error.tries > 1)) throw error;
      return async ? finishedOperation(transport) : undefined;
    }
  });
}

function operationOf(transport: Transport, answer: Awaited<ReturnType<Transport["send"]>>): Operation {
  return new Operation(transport, answer.body._links.self, answer);
}

/** An operation of which only its success is known. */
function finishedOperation(transport: Transport): Operation {
  const body = {
    id: "",
    kind: "delete",
    status: "succeeded",
    progress: { done: 0, total: 0 },
    error: null,
    _links: {},
  };
  return new Operation(transport, "", { status: 200, tries: 1, headers: new Headers(), body });
}

/** @param asked whether the caller prefers the request to run later (RFC 7240 §4.1) */
function preferAsync(asked: true | undefined): Record<string, string> {
  return asked ? { prefer: "respond-async" } : {};
}

/** `If-Match` of a change: the caller's, or the tag of the record that it names. */
function precondition({ path, base }: Target, ifMatch: string | object | undefined): Record<string, string> {
  if (typeof ifMatch === "string") return { "if-match": ifMatch };
  const record = ifMatch ?? base;
  return record === undefined ? {} : { "if-match": knownTag(record, path) };
}

/** @throws TypeError if it is not known which state of a record an object is */
function knownTag(record: unknown, path: string): string {
  const tag = tagOf(record, path);
  if (tag === undefined)
    throw new TypeError(
      `The entity tag of ${path} is not known: records from lists, copies, and records read with include or as_of have none. Read it with get(), or pass its id to change it whatever its state.`,
    );
  return tag;
}

async function explained<T>(transport: Transport, target: Target, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof Stale ? explain(error, transport, target) : error;
  }
}

/** Adds to a failed precondition what the change was based on, and how to read what is there now. */
function explain(error: Stale, transport: Transport, { path, base }: Target): Stale {
  error.base = originalOf(base);
  error.theirs = () => readRecord(transport, path) as Promise<Record<string, unknown>>;
  return error;
}

async function readIfPresent(
  transport: Transport,
  path: string,
  options: Pick<SendOptions, "signal">,
): Promise<Record<string, unknown> | undefined> {
  try {
    return (await readRecord(transport, path, options)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
