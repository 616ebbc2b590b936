/** Reads without comparing the exchange with the OpenAPI document: paths along relations are not among its parameters. */
import { jsonOf, sendRequest } from "./client.ts";
import { ADMIN_KEY, type Body, type HttpResponse, type Served } from "./serve.ts";

/** GETs a path as it is written. @param credential `false` for none; the default is the admin key */
export async function uncheckedGet(
  { url }: Pick<Served, "url">,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  credential: string | false = ADMIN_KEY,
): Promise<HttpResponse> {
  const authorization: Record<string, string> = credential === false ? {} : { authorization: `Bearer ${credential}` };
  const received = await sendRequest(
    { origin: new URL(url), path },
    { method: "GET", headers: { accept: "*/*", ...authorization, ...headers } },
  );
  return { ...received, body: jsonOf(received) as Body };
}
