/** The responses of the service. */

/** A body as it is received. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
export type Data = Record<string, any>;

/** The answer to a GET. */
export interface ApiResponse<T = Data> {
  readonly data: T;
  readonly headers: Headers;
}
