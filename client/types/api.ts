/** The API of the built-in resources. */
import type { BuiltIn } from "../../missions/records.ts";
import type { ApiIn } from "./api-of.ts";

/** The built-in resources. For a service with resources of its own, `npm run cli -- types` writes such a type. */
export interface Api extends ApiIn<BuiltIn> {}
