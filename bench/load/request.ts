/** A request, and how the load generators send it. */
import type { Dispatcher } from "undici";

/** A request to a server. */
export interface Request {
  readonly path: string;
  readonly method?: "GET" | "POST" | "PATCH";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a request. Returns the status when the response is complete; 0 if there is none. `request` is not used: its streams take
 * longer to read a response than some servers take to send it.
 * @param hangUpAfter closes the connection if the response is not complete after this number of milliseconds
 */
export function send(
  dispatcher: Dispatcher,
  { method = "GET", ...request }: Request,
  hangUpAfter?: number,
): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    let timer: NodeJS.Timeout | undefined;
    const finish = (result: number): void => {
      clearTimeout(timer);
      resolve(result);
    };
    dispatcher.dispatch(
      { ...request, method },
      {
        onRequestStart: (controller) => {
          if (hangUpAfter !== undefined) timer = setTimeout(() => controller.abort(new Error("hung up")), hangUpAfter);
        },
        onResponseStart: (_controller, code) => {
          status = code;
        },
        onResponseData: () => {},
        onResponseEnd: () => finish(status),
        onResponseError: () => finish(0),
      },
    );
  });
}

/** Whether a request succeeded: 2xx or 304. */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}
