/** A registry of space missions for the tests of the engine, which stays as it is when the built-in one grows. */
import { fileURLToPath } from "node:url";
import type { Registry } from "../../../../engine/declare/registry/registry.ts";
import { domain } from "./index.ts";

/** Enough to take a while to store. */
const missions = Array.from({ length: 150 }, (_, at) => ({
  id: `ferry-${at}`,
  name: `Ferry ${at}`,
  crew_size: at % 8,
}));

export const spaceMissions: Registry = {
  name: "space-missions",
  title: "Space Missions API",
  resources: domain,
  data: [fileURLToPath(new URL("data", import.meta.url)), { missions }],
  examples: {
    requests: [
      { path: "/api/missions/ferry-1", needsData: true },
      { path: "/api/missions", body: { name: "Mine" } },
    ],
    commands: {},
  },
};
