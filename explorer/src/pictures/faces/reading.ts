/**
 * Reads what a face is drawn from. A reading says what it requests and is given the answers, so that a page can request
 * it by hooks, and the service by itself.
 */
import type { Description } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import type { MayRead } from "../../requests/rights/may-read.ts";
import type { SampledEntry } from "../svg/legend-entry.ts";
import type { Drawing } from "../svg/node.ts";

/** A request of a reading; without a path, nothing is requested, and the answer is undefined. */
export interface FaceRequest {
  readonly path: string | undefined;
  /** All records of a list; otherwise the body of a GET. */
  readonly isList?: boolean;
  /** It is not read again. */
  readonly isOnce?: boolean;
}

/** The answer to a request: a body, or records; undefined if it was refused. */
// biome-ignore lint/suspicious/noExplicitAny: a request knows what it gets
export type FaceAnswer = any;

/** A face that was read. */
export interface FaceContent {
  readonly title: string;
  /** Pages on which there is more, by their names. */
  readonly more: Readonly<Record<string, string>>;
  readonly legend: readonly SampledEntry[];
  readonly draw: (width: number) => Drawing;
  /** The height that is kept free until its width is known, in pixels. */
  readonly height: number;
  readonly caption: string;
}

/** The reading of a face; it returns undefined if there is too little to draw. */
export type Reading<T = FaceContent | undefined> = Generator<readonly FaceRequest[], T, readonly FaceAnswer[]>;

/** The room of a face while it is read. */
export interface FaceRoom {
  readonly title: string;
  readonly height: number;
}

/** A face that can be read. */
export interface ReadableFace {
  /** Undefined if it may turn out that there is too little to draw. */
  readonly room: FaceRoom | undefined;
  readonly read: () => Reading;
}

/** The circumstances of a reading. */
export interface FaceContext {
  readonly description: Description;
  /** The day that is shown. */
  readonly now: number;
  readonly mayRead: MayRead;
}

/** Requests a body. */
export function aGet(path: string | undefined): FaceRequest {
  return { path };
}

/** Requests all records of a list. */
export function aList(path: string | undefined): FaceRequest {
  return { path, isList: true };
}

/** Requests the state of the data. */
export const STATE: FaceRequest = { path: "/api", isOnce: true };

/** Continues a reading with the answers that there are, from its beginning. */
export function answered(
  reading: Reading,
  answerTo: (request: FaceRequest) => { readonly answer: FaceAnswer } | undefined,
): { readonly requests: readonly FaceRequest[]; readonly content: FaceContent | undefined; readonly isDone: boolean } {
  const requests: FaceRequest[] = [];
  let step = reading.next([]);
  while (!step.done) {
    const made = step.value.filter(({ path }) => path !== undefined);
    requests.push(...made);
    const answers = step.value.map((request) =>
      request.path === undefined ? { answer: undefined } : answerTo(request),
    );
    if (answers.some((answer) => answer === undefined)) return { requests, content: undefined, isDone: false };
    step = reading.next(answers.map((each) => each!.answer as FaceAnswer));
  }
  return { requests, content: step.value, isDone: true };
}

/** Carries a reading out. @param send sends a request; rejected ones are refused */
export async function carriedOut(
  reading: Reading,
  send: (request: FaceRequest & { readonly path: string }) => Promise<Data | readonly Data[]>,
): Promise<FaceContent | undefined> {
  let step = reading.next([]);
  while (!step.done) {
    const answers = step.value.map(async ({ path, ...request }) =>
      path === undefined ? undefined : await send({ ...request, path }).catch(() => undefined),
    );
    step = reading.next(await Promise.all(answers));
  }
  return step.value;
}
