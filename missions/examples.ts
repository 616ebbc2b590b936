/** What a first visitor can try. */
import type { Examples } from "../engine/declare/registry/registry.ts";

export const examples: Examples = {
  requests: [
    { path: "/api/missions?status=active&sort_by=launch_date" },
    { path: "/api/missions/apollo-11/crew", needsData: true },
    { path: "/api/missions", body: { name: "My first mission" } },
  ],
  commands: {
    get: [
      "get missions/apollo-11",
      "get missions --filter status=active --sort launch_date:desc --fields name,launch_date",
      "get missions --filter astronauts.nationality=Japan --sort launch_date",
      "get astronauts --all --json",
    ],
    import: [
      "import /api/astronauts people.csv --map 'Full name=name' --set 'id={Full name|slug}'",
      "import '/api/missions/{mission_id}/astronauts' crews.csv --mode upsert --dry-run",
    ],
    export: [
      "export /api/missions --filter status=completed --fields name,launch_date -o missions.csv",
      "export /api/data --format ndjson -o samples.ndjson --resume",
    ],
    watch: ["watch mission.", "watch --after 0000000000002796 --json"],
    migrate: ["migrate --plan", "migrate --drop missions.budget_usd"],
    "keys create": ['keys create --name "nightly import" --scope missions:write'],
    events: ["events purge planets/vulcan --below", "events restore planets/vulcan"],
    "events purge": ["events purge planets/vulcan", "events purge planets/vulcan --below"],
    "events restore": ["events restore planets/vulcan"],
  },
};
