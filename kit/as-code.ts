/** Requests as code, as the reference of the service writes them too. */
export type { ClientTarget } from "../engine/runtime/as-code/client.ts";
export type { CodeRequest } from "../engine/runtime/as-code/code-request.ts";
export { asCurl } from "../engine/runtime/as-code/curl.ts";
export { LANGUAGES } from "../engine/runtime/as-code/languages.ts";
