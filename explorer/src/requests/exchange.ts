/** A request as it was sent, and what came back. */

/** A request and its answer. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  /** Undefined until the answer begins, or if there is none. */
  readonly status: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Undefined until it is complete, and if it is long or no JSON. */
  readonly body: string | undefined;
  readonly bytes: number | undefined;
  /** Until the answer was complete. */
  readonly milliseconds: number | undefined;
  readonly startedAt: number;
}
