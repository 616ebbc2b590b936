/** Proves that a registry which cannot be served is refused with what to do: the command line says so as the start does. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";

const files = temporaryFolder();
process.env.DATABASE_URL = `sqlite:${files.path("owned.db")}`;
after(() => {
  delete process.env.DATABASE_URL;
});

/** Writes a module that exports a registry. @returns its path */
function moduleOf(name: string, options: string): string {
  return files.write(
    `${name}.ts`,
    `import { collection, fields, registry } from "space-missions-api";\nexport default registry(${options});\n`,
  );
}

test("§11.3: a registry without resources is refused with its place", async () => {
  const module = moduleOf("empty", '{ builtin: false, name: "empty", title: "Empty" }');
  const { code, err } = await runCommand(undefined, "--with", module, "types");
  assert.equal(code, 1);
  assert.ok(err.endsWith(`- ${module}:2: There are no resources.\n`), err);
});

test("§11.3: what a refused migration says to run names the module, and works", async () => {
  const shelf = '[collection("shelves", { one: "shelf", about: "Shelves.", fields: { name: fields.text() } })]';
  const library = moduleOf("library", `{ builtin: false, name: "library", title: "Library", resources: ${shelf} }`);
  const archive = moduleOf("archive", `{ builtin: false, name: "archive", title: "Archive", resources: ${shelf} }`);
  assert.equal((await runCommand(undefined, "--with", library, "migrate")).code, 0);
  const refused = await runCommand(undefined, "--with", archive, "migrate");
  assert.equal(refused.code, 1);
  const command = `npm run cli -- --with ${archive} migrate --from library`;
  assert.match(refused.err, new RegExp(`It belongs to the registry library of ${library}\\. .*, with \`${command}\``));
  const taken = await runCommand(undefined, "--with", archive, "migrate", "--from", "library");
  assert.equal(taken.code, 0, taken.err);
  // Now it is the other one's, which says so.
  const former = await runCommand(undefined, "--with", library, "migrate");
  assert.match(
    former.err,
    new RegExp(`It belongs to the registry archive of ${archive}\\. Start with \`--with ${archive}\``),
  );
});
