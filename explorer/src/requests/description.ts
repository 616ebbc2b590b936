/** The OpenAPI document, as far as pages read it. It is the same for every caller, and loaded once. */
import { queryOptions } from "@tanstack/react-query";
import { describe } from "../../../kit/description/describe.ts";
import type { Description } from "../../../kit/description/model.ts";
import type { OpenApiDocument } from "../../../kit/description/openapi.ts";
import { assets } from "./connection.ts";

/** The service names it in its pages, so that it is loaded beside the scripts; Vite's server does not. */
const ADDRESS = document.querySelector('link[rel="preload"][as="fetch"]')?.getAttribute("href") ?? "/openapi.json";

/** The first part of the key of queries for what is the same for every caller. */
export const FOR_ALL = "FOR ALL";

/** The query of the description. */
export const descriptionQuery = queryOptions<Description>({
  queryKey: [FOR_ALL, ADDRESS],
  queryFn: async ({ signal }) => {
    const { body } = await assets.send("GET", ADDRESS, { signal });
    return describe(body as OpenApiDocument);
  },
  // It cannot change, and comparing it with another would follow the relations of its lists without end.
  staleTime: "static",
  refetchInterval: false,
  refetchOnReconnect: false,
  structuralSharing: false,
});
