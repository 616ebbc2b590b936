/** The write of one record among many: it is changed from the state that was read, or not at all. */
import { Stale } from "../../../../../client/index.ts";
import type { WritableField } from "../../../../../kit/description/model.ts";
import { isRetryable } from "../../../../../kit/send/failures.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { writeOnSeen } from "../../../forms/conflict/write-on-seen.ts";
import { changeOf } from "../../../forms/state/body.ts";
import { isSettled } from "../../../forms/state/is-settled.ts";
import { editsOn } from "../../../forms/values/three-way.ts";
import type { ApiResponse } from "../../../requests/data.ts";
import type { Write, Written } from "../../../requests/write-request.ts";
import type { Outcome } from "./outcome.ts";

/** The ways to read and write a service. */
export interface Service {
  readonly read: (path: string) => Promise<ApiResponse>;
  readonly send: (request: Write) => Promise<Written>;
  /** Returns a new Idempotency-Key. */
  readonly newKey: () => string;
}

/** Changes one record. The tries of one request have the same Idempotency-Key. */
export class RecordWrite {
  private readonly service: Service;
  private readonly fields: readonly WritableField[];
  private readonly path: string;
  private readonly seen: ApiResponse;
  private readonly edits: Values;
  /** The record as it was last read. */
  private current: ApiResponse;
  private isCurrent = true;
  private key: string | undefined;

  /**
   * @param fields what people write of the record
   * @param seen the record as it was read, and its tag
   * @param edits the values that it is to have
   */
  constructor(service: Service, fields: readonly WritableField[], path: string, seen: ApiResponse, edits: Values) {
    this.service = service;
    this.fields = fields;
    this.path = path;
    this.seen = seen;
    this.edits = edits;
    this.current = seen;
  }

  /** Sends the change. @throws errors after which it may be tried again (`isRetryable`) */
  async attempt(): Promise<Outcome> {
    try {
      const outcome = await writeOnSeen({
        fields: this.fields,
        seen: this.seen.data,
        edits: this.edits,
        read: () => this.read(),
        send: (tag) => this.send(tag),
      });
      if (outcome.kind === "done") return outcome.written;
      if (outcome.kind === "gone") return { kind: "gone" };
      const { edits, seen, current } = this;
      return { kind: "conflict", edits, seen: seen.data, current, changed: outcome.changed };
    } catch (error) {
      if (isRetryable(error)) throw error;
      return { kind: "refused", error: error as Error };
    }
  }

  /** Returns the record as it was read before; once its tag was refused, as it is then. */
  private async read(): Promise<ApiResponse> {
    if (!this.isCurrent) this.current = await this.service.read(this.path);
    this.isCurrent = true;
    return this.current;
  }

  private async send(tag: string | undefined): Promise<Outcome> {
    const { data: before } = this.current;
    const edits = editsOn(before, this.edits);
    if (Object.keys(edits).length === 0) return { kind: "same" };
    const request = changeOf(this.path, this.fields, { base: before, tag, edits });
    this.key ??= this.service.newKey();
    const idempotencyKey = request.method === "PUT" ? undefined : this.key;
    try {
      const { data = {}, headers } = await this.service.send({ ...request, idempotencyKey });
      return { kind: "done", before, edits, now: { data, headers } };
    } catch (error) {
      if (isSettled(error)) this.key = undefined;
      if (error instanceof Stale) this.isCurrent = false;
      throw error;
    }
  }
}

/** Returns the edits that give a record its values before a change back. */
export function inverseEdits({ before, edits }: Pick<Extract<Outcome, { kind: "done" }>, "before" | "edits">): Values {
  return Object.fromEntries(Object.keys(edits).map((name) => [name, before[name] ?? null]));
}
