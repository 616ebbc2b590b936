/** Proves that `/openapi.json` keeps apart what different declarations and the service itself would name alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "../engine/declare/declare.ts";
import { integer, text } from "../engine/declare/fields.ts";
import { METHODS, type Part } from "./support/documents/openapi-conformance.ts";
import { mergedSchema } from "./support/documents/openapi-schemas.ts";
import { serveForFile } from "./support/http/serve.ts";

const about = "For this test.";
const teams = collection("teams", { one: "team", about, fields: { name: text().required().listed() } });

/** Collections whose records, lists and operations have the names that another one, or the service, gives to something else. */
const DECLARATIONS = [
  teams,
  collection("players", { one: "player", of: teams, about, fields: { shirt: integer().listed() } }),
  collection("team-players", { one: "team_player", about, fields: { nick: text().required().listed() } }),
  collection("team-lists", { one: "team_list", about, fields: { season: integer().required().listed() } }),
  collection("team-drafts", { one: "team_draft", about, fields: { round: integer().required().listed() } }),
  collection("issues", { one: "problem", about, fields: { severity: integer().listed() } }),
  collection("blames", { one: "fault", about, fields: { culprit: text().listed() } }),
];

const served = await serveForFile(DECLARATIONS);
const document: Part = (await served.get("/openapi.json")).body;

/** The properties of the record that GET of a path returns. */
function fieldsAt(path: string): string[] {
  const { content } = document.paths[path].get.responses[200];
  return Object.keys(mergedSchema(document, content["application/json"].schema).properties);
}

test("§10.1: records with the names of other schemas have schemas of their own", () => {
  const declared: Record<string, string> = {
    "/api/teams/{team_id}": "name",
    "/api/teams/{team_id}/players/{player_id}": "shirt",
    "/api/team-players/{team_player_id}": "nick",
    "/api/team-lists/{team_list_id}": "season",
    "/api/team-drafts/{team_draft_id}": "round",
    "/api/issues/{problem_id}": "severity",
    "/api/blames/{fault_id}": "culprit",
  };
  for (const [path, field] of Object.entries(declared))
    assert.deepEqual(
      fieldsAt(path).filter((name) => Object.values(declared).includes(name)),
      [field],
      path,
    );
});

test("§10.1: operationIds are unique, also where two declarations make the same one", () => {
  const ids = Object.values<Part>(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method]?.operationId ?? []),
  );
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
  assert.ok(ids.includes("createTeamPlayer") && ids.includes("createTeamPlayer2"));
});

test("§7.1, §10.1: requests for each of them conform to the document", async () => {
  for (const [path, body] of [
    ["/api/teams", { id: "t", name: "T" }],
    ["/api/teams/t/players", { shirt: 7 }],
    ["/api/team-players", { nick: "N" }],
    ["/api/team-lists", { season: 1 }],
    ["/api/team-drafts", { round: 1 }],
    ["/api/issues", { severity: 1 }],
    ["/api/blames", { culprit: "C" }],
  ] as const) {
    assert.equal((await served.post(path, body)).status, 201, path);
    assert.equal((await served.get(path)).body.total_count, 1, path);
    assert.equal((await served.post(path, { unknown: 1 })).status, 400, path);
  }
});
