// Installs missing dependencies before `npm start`, `npm test` and `npm run cli`, including the Node version that the service needs. It
// runs on any installed Node (20 or later), so it is plain JavaScript without dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const required = packagesIn(join(root, "package-lock.json"));
const installed = packagesIn(join(root, "node_modules", ".package-lock.json"));
const runtime = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

if (!isComplete()) {
  // To standard error: standard output belongs to the command that follows, such as a secret that is piped.
  console.error("Installing dependencies (npm ci) …");
  const { status, stderr, error } = spawnSync(
    "npm",
    ["ci", "--include=dev", "--no-fund", "--no-audit", "--loglevel=error"],
    {
      cwd: root,
      shell: process.platform === "win32",
      encoding: "utf8",
    },
  );
  if (error || status !== 0) fail(`npm ci failed: ${error?.message ?? messageOf(stderr)}`);
}
if (!existsSync(runtime))
  fail("the Node runtime could not be installed (npm package `node`); allow its install script and run npm ci.");

/** The packages of a lock file with their versions, without optional ones, which depend on the platform. */
function packagesIn(path) {
  if (!existsSync(path)) return undefined;
  const { packages } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(packages).filter(([name, { optional }]) => name !== "" && !optional);
}

/** Whether the runtime and every required package are installed, in the version of the lock file. */
function isComplete() {
  if (!installed || !existsSync(runtime)) return false;
  const versions = new Map(installed.map(([name, { version }]) => [name, version]));
  return required.every(([name, { version }]) => versions.get(name) === version);
}

/** The error message of npm, as one line. */
function messageOf(stderr) {
  const lines = stderr.split("\n").map((line) => line.replace(/^npm error\s*/, "").trim());
  return lines
    .filter((line) => line !== "" && !line.startsWith("npm warn"))
    .slice(0, 3)
    .join(" ")
    .slice(0, 300);
}

function fail(sentence) {
  console.error(`Cannot start: ${sentence}`);
  process.exit(1);
}
