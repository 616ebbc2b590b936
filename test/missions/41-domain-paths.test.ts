/** Proves that the built-in resources have the paths of §2. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../engine/resource/catalog.ts";
import { domain } from "../../missions/resources/index.ts";

test("§2: the built-in resources resolve into the paths of the contract", () => {
  assert.deepEqual(
    catalog(domain)
      .views.flatMap(({ path, aliases }) => [path, ...aliases])
      .sort(),
    [
      "/api/astronauts",
      "/api/astronauts/{astronaut_id}/medical",
      "/api/astronauts/{astronaut_id}/missions",
      "/api/astronauts/{astronaut_id}/training",
      "/api/data",
      "/api/missions",
      "/api/missions/{mission_id}/astronauts",
      "/api/missions/{mission_id}/crew",
      "/api/missions/{mission_id}/data",
      "/api/missions/{mission_id}/objectives",
      "/api/missions/{mission_id}/organizations",
      "/api/missions/{mission_id}/spacecraft",
      "/api/moons",
      "/api/organizations",
      "/api/organizations/{organization_id}/missions",
      "/api/organizations/{organization_id}/space-stations",
      "/api/organizations/{organization_id}/spacecraft",
      "/api/planets",
      "/api/planets/{planet_id}/atmosphere",
      "/api/planets/{planet_id}/moons",
      "/api/planets/{planet_id}/surface",
      "/api/sources",
      "/api/space-stations",
      "/api/space-stations/{space_station_id}/missions",
      "/api/space-stations/{space_station_id}/modules",
      "/api/space-stations/{space_station_id}/organizations",
      "/api/spacecraft",
      "/api/spacecraft/{spacecraft_id}/missions",
      "/api/spacecraft/{spacecraft_id}/navigation-system",
      "/api/spacecraft/{spacecraft_id}/organizations",
    ],
  );
});
