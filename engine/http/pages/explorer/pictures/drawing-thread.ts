/** The thread that draws pictures, with the code of the explorer's pages. It is started for the first picture. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Problem } from "../../../../problem.ts";
import { statusOf } from "../../../problem-types.ts";
import type { Drawn, DrawRequest, FromService, FromThread } from "./messages.ts";

/** Reads a path of the API as the caller of a picture. @throws Problem */
export type ReadApi = (path: string) => Promise<string>;

/** Pictures that are drawn or wait at once. */
const MOST_PENDING = 16;
/** A drawing that takes longer ends with its thread, in milliseconds. */
const LIMIT_MS = 20_000;
/** The seconds after which a picture that was refused may be drawn. */
const RETRY_AFTER = 2;

interface Pending {
  readonly read: ReadApi;
  readonly result: PromiseWithResolvers<string | Uint8Array>;
  readonly limit: NodeJS.Timeout;
  /** Why a read for it failed. */
  problem?: unknown;
}

/** Draws pictures, several at once: while one reads, another is drawn. */
export class DrawingThread {
  private readonly folder: string;
  private readonly document: () => string;
  private readonly pending = new Map<number, Pending>();
  private worker: Worker | undefined;
  private last = 0;

  /**
   * @param folder with the script, the rasterizer and the fonts of a build
   * @param document makes the OpenAPI document
   */
  constructor(folder: string, document: () => string) {
    this.folder = folder;
    this.document = document;
  }

  /**
   * Draws a picture.
   * @throws Problem `unavailable` if too many wait, or if it takes too long; `validation-failed` if it cannot be drawn so;
   *   what `read` throws
   */
  async draw(request: DrawRequest, read: ReadApi): Promise<string | Uint8Array> {
    if (this.pending.size >= MOST_PENDING)
      throw new Problem("unavailable", "Too many pictures are being drawn.", {
        retryAfter: RETRY_AFTER,
        refused: true,
      });
    const worker = this.worker ?? this.start();
    this.worker = worker;
    this.last += 1;
    const draw = this.last;
    const result = Promise.withResolvers<string | Uint8Array>();
    const limit = setTimeout(() => this.end("The picture took too long to draw."), LIMIT_MS).unref();
    this.pending.set(draw, { read, result, limit });
    worker.postMessage({ draw, request } satisfies FromService);
    return await result.promise;
  }

  /** Ends the thread. Pictures that are not drawn yet fail. */
  async close(): Promise<void> {
    await this.end("The service is stopping.");
  }

  private start(): Worker {
    const fonts = readdirSync(this.folder).filter((name) => name.endsWith(".ttf"));
    const worker = new Worker(join(this.folder, "thread.js"), {
      workerData: {
        document: JSON.parse(this.document()),
        rasterizer: join(this.folder, "rasterizer.wasm"),
        fonts: fonts.map((name) => join(this.folder, name)),
      },
    });
    // It does not keep the process alive.
    worker.unref();
    worker.on("message", (message: FromThread) => {
      if ("drawn" in message) this.settle(message);
      else void this.answer(message);
    });
    worker.on("error", (error: Error) => void this.end(error.message));
    return worker;
  }

  private async answer({ read: id, path, draw }: Exclude<FromThread, Drawn>): Promise<void> {
    const pending = this.pending.get(draw);
    let text: string | undefined;
    try {
      text = await pending?.read(path);
    } catch (problem) {
      if (pending) pending.problem ??= problem;
    }
    if (this.pending.has(draw)) this.worker?.postMessage({ read: id, text } satisfies FromService);
  }

  private settle({ drawn, picture, refused, failed }: Drawn): void {
    const pending = this.pending.get(drawn);
    if (!pending) return;
    this.pending.delete(drawn);
    clearTimeout(pending.limit);
    const { result, problem } = pending;
    // A picture may do without what its caller may not read, but not without what could not be read.
    if (picture !== undefined && !isOutage(problem)) result.resolve(picture);
    else result.reject(problem ?? (refused === undefined ? new Error(failed) : notDrawable(refused)));
  }

  private async end(reason: string): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    for (const { result, limit } of this.pending.values()) {
      clearTimeout(limit);
      result.reject(new Problem("unavailable", reason, { retryAfter: RETRY_AFTER }));
    }
    this.pending.clear();
    await worker?.terminate();
  }
}

function isOutage(problem: unknown): boolean {
  return problem !== undefined && !(problem instanceof Problem && statusOf(problem.slug) < 500);
}

function notDrawable(detail: string): Problem {
  return new Problem("validation-failed", detail);
}
