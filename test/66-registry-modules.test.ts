/** Proves which modules are registries, and that any other ends the start with one message that says what is wrong, and where (§11.3). */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { runCli, startServer } from "./support/http/process.ts";
import type { Body } from "./support/http/serve.ts";

const folder = temporaryFolder();
const IMPORT = `import { builtIn, collection, fields, hooks, registry, single } from "space-missions-api";\n`;

/** Each is refused with this, after its name. */
const REFUSED: readonly (readonly [what: string, name: string, code: string, message: RegExp])[] = [
  ["exports nothing", "empty.ts", "", /^ exports no registry\. Write `export default registry\(\{ … \}\)`\.$/],
  ["exports something else", "number.ts", "export default 3;", /^ exports no registry\. /],
  [
    "throws",
    "throws.ts",
    `\nthrow new TypeError("No rockets.");`,
    /^ cannot be loaded\. \S*throws\.ts:2: TypeError: No rockets\.$/,
  ],
  ["throws no error", "text.ts", `throw "rockets";`, /^ cannot be loaded\. It throws "rockets"\.$/],
  ["is no TypeScript", "syntax.ts", "const a = {;", /^ cannot be loaded\. \S*syntax\.ts:1: SyntaxError: /],
  [
    "imports nothing that exists",
    "lost.ts",
    `import "nowhere";`,
    /^ cannot be loaded\. .*Cannot find package 'nowhere'/,
  ],
  [
    "stands alone without a name",
    "nameless.ts",
    `${IMPORT}export default registry({ builtin: false });`,
    /nameless\.ts:2: The name "" is not lowercase words joined by hyphens, up to 40 characters\. It needs one, because .*The title "" is not one line of 1 to 100 characters\. It needs one/,
  ],
  [
    "contradicts itself and the built-in registry",
    "contradictory.ts",
    `${IMPORT}
const rockets = collection("Rockets", { one: "rocket", about: "", fields: { Name: fields.text() } });
const parts = single("atmosphere", { one: "part", of: rockets, about: "", fields: {} });
const busy = hooks(builtIn.crew, {
  conflicts: { astronaut_busy: { about: "Anybody may fly.", refuses: async () => undefined } },
  computeDefault: { role: async () => "pilot" },
});
export default registry({
  name: "No Name",
  resources: [rockets, parts],
  extend: {
    missions: { fields: { name: fields.text(), page: fields.text() }, columns: ["mass"], rules: { mass: {} }, color: 1 },
    astronauts: {
      rules: { death_date: { "The death date must be on or after the birth date.": () => true } },
      links: { current_mission: "missions/{id}", home: "astronauts/{id}" },
    },
    comets: {},
  },
  hooks: [hooks({ name: "tails" }, {}), hooks(builtIn.missions, { conflict: {} }), busy, busy],
  titel: "Comets",
  data: { comets: [] },
});`,
    new RegExp(
      [
        ` cannot be loaded\\. The declarations contradict each other:`,
        `- \\S*contradictory.ts:9: The name "No Name" is not lowercase words joined by hyphens, up to 40 characters.`,
        `- \\S*contradictory.ts:9: missions: an extension has no color. Allowed: fields, rules, pictures, columns, page, links.`,
        `- \\S*contradictory.ts:9: missions.name is declared already; an extension cannot change it, only add others.`,
        `- \\S*contradictory.ts:9: missions.mass is a column, but not a field.`,
        `- \\S*contradictory.ts:9: astronauts.death_date: the rule "The death date must be on or after the birth date." is declared already; an extension cannot change it, only add others.`,
        `- \\S*contradictory.ts:9: astronauts: the link current_mission is declared already; an extension cannot change it, only add others.`,
        `- \\S*contradictory.ts:9: There is an extension of comets, which is not declared.`,
        `- \\S*contradictory.ts:9: There are hooks for tails, which is not declared.`,
        `- \\S*contradictory.ts:9: crew: the conflict astronaut_busy is declared already; an extension cannot change it, only add others.`,
        `- \\S*contradictory.ts:9: crew: the conflict astronaut_busy is declared already; an extension cannot change it, only add others.`,
        `- \\S*contradictory.ts:9: crew: the default of role is declared already; an extension cannot change it, only add others.`,
        `- \\S*contradictory.ts:9: missions: hooks have no conflict. Allowed: conflicts, .*`,
        `- \\S*contradictory.ts:9: A registry has no titel. Allowed: builtin, .*`,
        `- \\S*contradictory.ts:9: There are data of comets, which is not declared.`,
        `- \\S*contradictory.ts:3: Rockets: the name is not lowercase words joined by hyphens.`,
        `- \\S*contradictory.ts:4: atmosphere is declared twice.`,
        `- \\S*contradictory.ts:9: missions.page has the name of a query parameter.`,
        `- \\S*contradictory.ts:9: missions.mass has a rule, but is not a field.`,
        `- \\S*contradictory.ts:3: Rockets.Name is not lowercase words joined by underscores.`,
      ].join(" "),
    ),
  ],
  [
    "has a folder of data that does not exist",
    "folder.ts",
    `${IMPORT}export default registry({ data: "nowhere" });`,
    /folder\.ts:2: There is no folder \/\S*nowhere with data\./,
  ],
];

for (const [what, name, code, message] of REFUSED) {
  test(`§11.3: a module that ${what} is refused with one message`, async () => {
    const file = folder.write(name, code);
    const { code: exit, out, err } = await runCommand(undefined, "types", "--with", file);
    assert.deepEqual([exit, out], [1, ""]);
    const [first, rest = ""] = err.trimEnd().split(file, 2);
    assert.equal(first, "error: REGISTRY: ");
    assert.match(err.trimEnd().slice(first!.length + file.length), message, rest);
    assert.ok(!err.includes("    at "), err);
  });
}

test("§11.3: a module that does not exist, or that is not named, is refused", async () => {
  const missing = await runCommand(undefined, "--with", "./nowhere.ts", "types");
  assert.deepEqual([missing.code, missing.err], [1, `error: REGISTRY: there is no module ${resolve("nowhere.ts")}.\n`]);
  for (const given of [
    ["types", "--with"],
    ["types", "--with="],
  ]) {
    const { code, err } = await runCommand(undefined, ...given);
    assert.deepEqual([code, err], [2, "error: --with needs the path of a module.\n"]);
  }
});

test("§11.3: the service is not started with a module that throws", async () => {
  const file = folder.write("boom.mjs", `throw new Error("Boom.");`);
  const server = startServer({ after: () => {} }, { REGISTRY: file });
  await assert.rejects(
    server.url,
    /Cannot start: REGISTRY: \S*boom\.mjs cannot be loaded\. \S*boom\.mjs:1: Error: Boom\.\n$/,
  );
});

test("§11.3: a registry in JavaScript is served by its path, wherever it is, by workers too", async (t) => {
  const code = `${IMPORT}export default registry({ title: "Ours", about: "What we fly.", resources: [
    collection("rockets", { one: "rocket", about: "Rockets.", fields: { name: fields.text().required().listed() } }),
  ] });`;
  const file = folder.write("registry.mjs", code);
  const settings = {
    REGISTRY: file,
    WORKERS: "2",
    PORT: "0",
    DATASET: "none",
    DATABASE_URL: `sqlite:${folder.path("r.db")}`,
  };
  const server = startServer(t, { ...settings, LOG_LEVEL: "silent" });
  const url = await server.url;
  const get = async (path: string): Promise<Body> => (await fetch(`${url}${path}`)).json();
  assert.equal((await get("/api/rockets")).total_count, 0);
  assert.equal((await get("/api")).name, "Ours");
});

test("§11.3: the command line works with the registry of --with and of REGISTRY", async () => {
  const file = folder.path("registry.mjs");
  const { code, out } = await runCommand(undefined, "types", `--with=${file}`);
  assert.equal(code, 0);
  assert.match(out, /^\/\/ The resources of Ours .*export interface Rocket \{/s);
  const process = await runCli({ REGISTRY: file }, "types");
  assert.equal(process.out, out);
});
