/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a repeated request gets the stored response.
 * `store/write/idempotency.ts` stores it.
 */
import type { FastifyRequest } from "fastify";
import type { Fault } from "../../problem.ts";
import type { TransactionOptions } from "../../store/database.ts";
import type { Store, WriteOptions } from "../../store/store.ts";
import type { Writer } from "../../store/write/writer.ts";
import { HttpProblem, statusOf } from "../problem-types.ts";
import { problemOf, problemResponse } from "../response/problem.ts";
import { type HttpResponse, withoutChunks } from "../response/response.ts";

/** Executes a request within a unit of work. */
type Work = (tx: Writer) => Promise<HttpResponse>;

/** Failures that are stored; after any other the client may try again. */
const STORED_STATUSES = [404, 409, 412, 422];

/**
 * Reads the key of a request. The key that is stored includes the caller, the method and the URL.
 * @param faults receives a fault if the key is malformed
 */
export function readIdempotencyKey(request: FastifyRequest, faults: Fault[]): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || (request.method !== "POST" && request.method !== "PATCH")) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = "Idempotency-Key is malformed; it must have 1 to 255 visible ASCII characters.";
    faults.push({ in: "shape", header: "Idempotency-Key", code: "invalid_header", message });
  }
  return [request.caller.name, request.method, request.url, key].join("\n");
}

/** The idempotent requests of one handler. */
export class IdempotentRequests {
  private readonly store: Store;
  /** The keys of requests in progress. */
  private readonly running = new Set<string>();

  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Commits the work of a request; with a key, once.
   * @throws Problem `idempotency-key-in-use`, `idempotency-key-reused`, and those of the work
   */
  async commit(
    request: FastifyRequest,
    key: string | undefined,
    work: Work,
    { isLong }: Pick<TransactionOptions, "isLong"> = {},
  ): Promise<HttpResponse> {
    const options: WriteOptions = { isLong, ...writerOf(request) };
    if (key === undefined) return this.store.write(work, options);
    if (this.running.has(key)) {
      throw new HttpProblem("idempotency-key-in-use", "The first request with this Idempotency-Key is still running.");
    }
    this.running.add(key);
    try {
      return await this.commitOnce(request, key, work, options);
    } finally {
      this.running.delete(key);
    }
  }

  private async commitOnce(
    request: FastifyRequest,
    key: string,
    work: Work,
    options: WriteOptions,
  ): Promise<HttpResponse> {
    let response: HttpResponse | undefined;
    const { outcome, replayed } = await this.store.writeOnce(
      { key, fingerprint: request.fingerprint, serializeRefusal: (reason) => storedFailure(request, reason) },
      async (tx) => {
        response = await work(tx);
        return JSON.stringify(response.stored ?? (await withoutChunks(response)));
      },
      options,
    );
    if (response?.stored) return response;
    const stored = JSON.parse(outcome) as HttpResponse;
    return replayed ? { ...stored, headers: { ...stored.headers, "idempotent-replayed": "true" } } : stored;
  }
}

/** Who writes. The credential is checked again, because the body may be complete long after the caller was identified. */
function writerOf({ caller, requester }: FastifyRequest): WriteOptions {
  return { actor: caller.name, authorize: caller.confirm, waiter: requester };
}

/** The response to store for a failure; undefined if it is not stored. */
function storedFailure(request: FastifyRequest, reason: unknown): string | undefined {
  const problem = problemOf(reason);
  if (!STORED_STATUSES.includes(statusOf(problem.slug))) return undefined;
  return JSON.stringify(problemResponse(problem, request));
}
