// Builds `dist/`, which the package holds: the service and the command line as JavaScript with the built-in data and the
// template of registries, the client with its types, and the explorer. Nothing in the repository runs it: there, Node runs the TypeScript.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./explorer.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");

rmSync(join(root, "dist"), { recursive: true, force: true });
// The client last: its JavaScript is for older versions of Node, and for browsers.
for (const project of ["tsconfig.build.json", "tsconfig.client.json"]) {
  const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, project)], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
for (const folder of ["template", join("missions", "data")])
  cpSync(join(root, folder), join(root, "dist", folder), { recursive: true });

const builds = join("explorer", "dist");
const { build } = JSON.parse(readFileSync(join(root, builds, "current.json"), "utf8"));
// Without the manifest, which only tests read.
const filter = (path) => basename(path) !== ".vite";
for (const name of ["current.json", build])
  cpSync(join(root, builds, name), join(root, "dist", builds, name), { recursive: true, filter });
