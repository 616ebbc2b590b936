// Builds `dist/`, which the package holds: the service, the command line and the client as JavaScript, the types of what
// programs import, the built-in data, the template of registries, the look of the reference, and the explorer. Nothing in the
// repository runs it: there, Node runs the TypeScript.
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./explorer.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const read = (file) => readFileSync(join(root, file), "utf8");

rmSync(dist, { recursive: true, force: true });
// The client last: its JavaScript is for older versions of Node, and for browsers.
for (const project of ["tsconfig.build.json", "tsconfig.client.json"]) {
  const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, project)], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

// Of the types, those that a program reaches from what it may import.
const reached = new Set();
for (const { types } of Object.values(JSON.parse(read("package.json")).exports)) if (types) reach(join(root, types));
for (const name of readdirSync(dist, { recursive: true }))
  if (name.endsWith(".d.ts") && !reached.has(join(dist, name))) rmSync(join(dist, name));

// Their sources are in the package beside the other documents.
const withoutSources = (path) => basename(path) !== "SOURCES.md";
cpSync(join(root, "missions", "data"), join(dist, "missions", "data"), { recursive: true, filter: withoutSources });
for (const folder of ["template", "engine/http/pages/look"])
  cpSync(join(root, folder), join(dist, folder), { recursive: true });

const builds = join("explorer", "dist");
const { build } = JSON.parse(read(join(builds, "current.json")));
// Without the manifest, which only tests read.
const withoutManifest = (path) => basename(path) !== ".vite";
for (const name of ["current.json", build])
  cpSync(join(root, builds, name), join(dist, builds, name), { recursive: true, filter: withoutManifest });

/** Adds a file of types, and those that it imports. Packages are not followed. */
function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
    reach(join(dirname(file), `${path}.d.ts`));
}
