/** What the OpenAPI document of a service says about its resources. */
import type { Connection } from "../../../client/index.ts";
import { describe } from "../../../kit/description/describe.ts";
import type { Description, View } from "../../../kit/description/model.ts";
import type { OpenApiDocument } from "../../../kit/description/openapi.ts";
import { variablesIn } from "../../../kit/description/paths.ts";
import { Refused } from "../../console/exit-codes.ts";

/** @throws Refused if the document does not describe a service of this kind */
export function requireResources(document: unknown): OpenApiDocument {
  const { paths = {} } = (document ?? {}) as Partial<OpenApiDocument>;
  if (Object.values(paths).some((item) => item["x-view"])) return document as OpenApiDocument;
  throw new Refused("The service is of another kind: its /openapi.json names no resources (x-view). Check --url.");
}

/** The description of a service. @throws Refused if it is of another kind */
export async function readDescription(api: Connection): Promise<Description> {
  const { body } = await api.send("GET", "/openapi.json");
  return describe(requireResources(body));
}

/** Whether a record may have this member: a field, an id of its path, or what shows related records. */
export function isMember({ fields, writable, itemPath, path }: View, name: string): boolean {
  const isField = [...fields, ...writable.create].some((field) => field.name === name);
  return isField || name.startsWith("_") || variablesIn(itemPath ?? path).includes(name);
}
