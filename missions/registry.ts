/** The built-in registry: space missions. */
import { fileURLToPath } from "node:url";
import type { Registry } from "../engine/declare/registry/registry.ts";
import { examples } from "./examples.ts";
import { domain } from "./resources/index.ts";

/** What is served unless another registry is given. */
export const spaceMissions: Registry = {
  name: "space-missions",
  title: "Space Missions API",
  resources: domain,
  data: [fileURLToPath(new URL("data", import.meta.url))],
  examples,
};
