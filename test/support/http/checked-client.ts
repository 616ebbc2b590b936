/** The client as tests use it for what is not their subject: without retries, and with every response checked. */
import { connect, type UntypedApi } from "../../../client/index.ts";
import type { Served } from "./serve.ts";

/** A client of a service, with the admin key. Its requests and responses are checked like those of `served`. */
export function clientOf(served: Pick<Served, "url" | "request">): UntypedApi {
  return connect<UntypedApi>(served.url, {
    retries: 0,
    fetch: async (url, { method = "GET", headers, body }) => {
      const response = await served.request(method, url.slice(served.url.length), {
        headers: Object.fromEntries(headers as Headers),
        body: body ?? undefined,
      });
      // These have no body (RFC 9110 §15).
      const text = [204, 304].includes(response.status) ? null : response.text;
      return new Response(text, { status: response.status, headers: response.headers });
    },
  });
}
