/** Asks a service about the past with the requests of the present. */
import type { HttpResponse, Served } from "../http/serve.ts";

/** A service as it was at a moment: the links of its answers are those of the present. */
export function pastOf(served: Served, asOf: string): Served {
  return {
    ...served,
    get: async (path, options) => {
      const response = await served.get(`${path}${path.includes("?") ? "&" : "?"}as_of=${asOf}`, options);
      const text = withoutAsOf(response.text);
      return { ...response, text, body: response.body && JSON.parse(text) } satisfies HttpResponse;
    },
  };
}

/** A text whose links do not ask about the past. */
export function withoutAsOf(text: string): string {
  return text.replace(/([?&])as_of=[^"&]*(&?)/g, (_, before, after) => (before === "?" && after ? "?" : after));
}
