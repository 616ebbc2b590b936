/** Operations without HTTP: each creates one product, and a test may hold it up. */

import { openRegistry } from "../../../engine/app/bootstrap.ts";
import { readConfig } from "../../../engine/app/config.ts";
import type { Values } from "../../../engine/declare/values.ts";
import { OperationRunner, type RequestExecutor } from "../../../engine/operations/runner.ts";
import { readSubmission } from "../../../engine/resource/submission.ts";
import type { Store } from "../../../engine/store/store.ts";
import type { Writer } from "../../../engine/store/write/writer.ts";
import { secondDomain } from "../domain/second-domain.ts";
import { spaceMissions } from "../domain/space/registry.ts";
import { TestClock } from "../http/serve.ts";

/** A promise that a test resolves. */
export function createLatch(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Hooks before a request is executed, and within its unit of work. */
export interface Meanwhile {
  reading?: (request: string) => Promise<void>;
  working?: (change: Writer, request: string) => Promise<void>;
}

/** A store in which an operation creates one product, named by its request. */
export class OperationRegistry {
  readonly clock: TestClock;
  readonly failures: unknown[] = [];
  readonly store: Store;
  private readonly runners: OperationRunner[] = [];

  constructor(store: Store, clock: TestClock) {
    this.store = store;
    this.clock = clock;
  }

  /** Opens the store of one process. */
  static async open(url: string, clock = new TestClock()): Promise<OperationRegistry> {
    const config = readConfig({ DATABASE_URL: url }, spaceMissions);
    return new OperationRegistry((await openRegistry(secondDomain, config, clock)).store, clock);
  }

  async close(): Promise<void> {
    for (const runner of this.runners) await runner.stop(0);
    await this.store.close();
  }

  /** The operations of one process. @param broadcast that of the database by default */
  createRunner(broadcast = this.store.broadcast): OperationRunner {
    const runner = new OperationRunner(this.store, this.clock, (error) => this.failures.push(error), broadcast);
    this.runners.push(runner);
    return runner;
  }

  async accept(runner: OperationRunner, request: string): Promise<string> {
    const deferred = { kind: "import", startedBy: "admin", total: 1, request } as const;
    return this.store.write(async (change) => (await runner.accept(change, deferred)).id as string);
  }

  async read(id: string): Promise<Values> {
    return (await this.store.findBy(this.store.catalog.resource("operations"), "id", id))!;
  }

  /** Resolves when an operation has finished. */
  async ended(id: string): Promise<Values> {
    for (;;) {
      const operation = await this.read(id);
      if (operation.finished_at !== null) return operation;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async has(product: string): Promise<boolean> {
    return this.store.exists(this.store.catalog.resource("products"), product);
  }

  make(change: Writer, id: string): Promise<unknown> {
    const resource = this.store.catalog.resource("products");
    return change.create(resource, undefined, readSubmission(resource, "create", { id, name: id }));
  }

  cancel(id: string): Promise<unknown> {
    const resource = this.store.catalog.resource("operations");
    return this.store.write((change) => change.delete(resource, { id }));
  }

  /** Executes requests, with the hooks of a test. */
  executor(meanwhile: Meanwhile = {}): RequestExecutor {
    return {
      read: async (request) => {
        await meanwhile.reading?.(request);
        return async (change) => {
          await this.make(change, request);
          await meanwhile.working?.(change, request);
          return JSON.stringify({ made: request });
        };
      },
      problemOf: (_request, reason) => ({ detail: (reason as Error).message }),
    };
  }
}
