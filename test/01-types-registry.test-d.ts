/** A registry knows the types of its resources, and of what it adds to built-in ones. `tsc` checks this file; it never runs. */
import { connect } from "../client/connect.ts";
import type { ApiOf } from "../client/types/api-of.ts";
import { builtIn, collection, fields, registry } from "../index.ts";

const { decimal, reference, text } = fields;

const rockets = collection("rockets", {
  one: "rocket",
  about: "Rockets.",
  fields: { name: text().required().listed(), payload_kg: decimal() },
});
const reviews = collection("reviews", {
  one: "review",
  of: builtIn.missions,
  about: "Reviews.",
  fields: { by: text() },
});

const extended = registry({
  resources: [rockets, reviews],
  extend: {
    missions: {
      fields: { budget_usd: decimal(), rocket: reference("rockets") },
      rules: {
        budget_usd: { "A budget needs an operator.": (m) => m.budget_usd === null || m.operator !== null },
        // @ts-expect-error a built-in field has its type
        end_date: { "A mission ends.": (m) => m.end_date > 3 },
      },
      columns: ["budget_usd"],
    },
  },
});

export async function read(): Promise<void> {
  const api = connect<ApiOf<(typeof extended)["resources"]>>("http://127.0.0.1:3000");
  const mission = await api.missions.get("apollo-11");
  mission.budget_usd satisfies number | null;
  mission.operator satisfies string | null;
  const rocket = await api.rockets.get("saturn-v");
  rocket.payload_kg satisfies number | null;
  await api.missions("apollo-11").reviews.create({ by: "NASA" });
  // @ts-expect-error no such field
  await api.missions.create({ name: "M", budget: 3 });
  for await (const each of api.missions.all({ budget_usd_min: 3 })) each.budget_usd satisfies number | null;
}

const alone = registry({ builtin: false, name: "rocketry", title: "Rocketry", resources: [rockets] });

export async function readAlone(): Promise<void> {
  const api = connect<ApiOf<(typeof alone)["resources"]>>("http://127.0.0.1:3000");
  await api.rockets.get("saturn-v");
  // @ts-expect-error it has no missions
  await api.missions.get("apollo-11");
}

// @ts-expect-error there is no resource of this name
registry({ extend: { mission: { fields: {} } } });
// @ts-expect-error no such option
registry({ resource: [] });
