/** The API of the built-in resources. */
import type { domain } from "../../missions/resources/index.ts";
import type { ApiOf } from "./api-of.ts";

/** The built-in resources. For a service with resources of its own, `npm run cli -- types` writes such a type. */
export type Api = ApiOf<typeof domain>;
