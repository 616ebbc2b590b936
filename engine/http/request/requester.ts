/** On whose behalf a request reads, for slow reads: they take turns among clients, and end when nobody waits any more. */
import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import { Problem } from "../../problem.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Waiter } from "../../store/database.ts";

/** Finds the name under which the requests of a client are counted: that of its credential, or its address. */
export type ClientOf = (request: FastifyRequest) => string;

/**
 * The requester of one request. Its parts are created when they are first needed, because most requests need none. Its reads
 * end when the client leaves; its write is undone only if the time limit passes first.
 */
export class HttpRequester implements Requester, Waiter {
  /** Whether its write has been sent to be committed. */
  isCommitting = false;
  /** Why the request has ended: its time limit has passed. */
  reason: Problem | undefined;
  private readonly request: FastifyRequest;
  private readonly response: ServerResponse;
  private readonly clientOf: ClientOf;
  private controller: AbortController | undefined;

  constructor(request: FastifyRequest, response: ServerResponse, clientOf: ClientOf) {
    this.request = request;
    this.response = response;
    this.clientOf = clientOf;
  }

  get client(): string {
    return this.clientOf(this.request);
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.response.destroyed) this.leave();
      else this.response.once("close", () => this.leave());
    }
    return this.controller.signal;
  }

  /** Calls a listener when the response has been sent, or the connection is closed. */
  onClose(listener: () => void): void {
    if (this.response.destroyed) listener();
    else this.response.once("close", listener);
  }

  /** Aborts the connection: a response that is being sent does not look complete. */
  abortConnection(): void {
    this.response.socket?.resetAndDestroy();
  }

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  throwIfAborted(): void {
    if (this.reason) throw this.reason;
  }

  committing(): void {
    this.isCommitting = true;
  }

  /** Ends its reads, and undoes its write unless that is committing. */
  expire(reason: Problem): void {
    this.reason = reason;
    this.abort(reason);
  }

  private abort(reason: Problem): void {
    this.controller ??= new AbortController();
    this.controller.abort(reason);
  }

  private leave(): void {
    if (this.response.writableFinished) return;
    this.abort(new Problem("unavailable", "The client has closed the connection."));
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set when its handler starts. */
    requester: HttpRequester;
  }
}
