// Builds the explorer if its sources changed, before `npm start` and `npm test`, and for the package. It runs on any installed Node (20 or
// later), so it is plain JavaScript without dependencies.
//
// Each build is a folder in `explorer/dist`, named by the hash of its sources, and `current.json` there names the current one.
// Both are put in place by renaming, so a killed build never looks complete, and concurrent builds do not disturb each other.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const script = fileURLToPath(import.meta.url);
const root = dirname(dirname(script));
const builds = join(root, "explorer", "dist");
const current = join(builds, "current.json");
/** The endings of the formats that compression makes smaller. */
const COMPRESSIBLE = [".css", ".js", ".json", ".svg"];
/** How long a former build is kept: a service may be reading it. */
const KEPT_MS = 3_600_000;

const name = hashOfSources();
if (!(isThere(name) && currentName() === name)) {
  if (!isThere(name)) await build(name);
  replace(current, JSON.stringify({ build: name }));
  removeOthers(name);
}

/** The files below a folder, without those of builds, in an order that does not depend on the machine. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => join(folder, entry.name) !== builds);
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** The hash of everything that a build is made of. */
function hashOfSources() {
  const folders = ["explorer", "kit", "client", "engine/runtime/as-code"].flatMap((folder) =>
    filesBelow(join(root, folder)),
  );
  const hash = createHash("sha256");
  for (const path of [...folders, join(root, "package-lock.json"), script]) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

function isThere(build) {
  return existsSync(join(builds, build, "index.html"));
}

function currentName() {
  try {
    return JSON.parse(readFileSync(current, "utf8")).build;
  } catch {
    return undefined;
  }
}

async function build(build) {
  // To standard error: standard output belongs to the command that follows.
  console.error("Building the explorer …");
  const folder = join(builds, `${build}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    bundle(folder);
    bundle(join(folder, "standalone"), ["--config", join(root, "explorer", "vite.standalone.config.ts")]);
    await compress(filesBelow(join(folder, "-")));
    writeFileSync(join(folder, "explorer.json"), JSON.stringify({ styles: addedStyles(folder) }));
    renameSync(folder, join(builds, build));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process may have built the same meanwhile.
    if (!isThere(build)) fail(error.message);
  }
}

function bundle(folder, more = []) {
  const installed = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const { status, stderr, error } = spawnSync(
    existsSync(installed) ? installed : process.execPath,
    [vite, "build", join(root, "explorer"), "--outDir", folder, "--emptyOutDir", "--logLevel", "error", ...more],
    { cwd: root, encoding: "utf8", env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" } },
  );
  if (error || status !== 0) throw new Error(error?.message ?? messageOf(stderr));
}

/** What Vite says of the first fault, without its headings and the path through its code. */
function messageOf(stderr) {
  const noise = /^(✗ Build failed|error during build:|Build failed with|\s+at )/;
  // Not all parts of Vite heed NO_COLOR.
  const lines = stripVTControlCharacters(stderr)
    .split("\n")
    .filter((line) => line.trim() !== "" && !noise.test(line));
  return lines.slice(0, 8).join("\n");
}

/**
 * The hashes of the style elements that React Aria adds at run time, which the policy of the pages has to allow (CSP Level 3).
 * Their texts are read from its sources, which are not minified.
 */
function addedStyles(folder) {
  const scripts = filesBelow(folder).filter((path) => path.endsWith(".js"));
  const bundled = scripts.map((path) => readFileSync(path, "utf8")).join("\n");
  const library = join(root, "node_modules", "react-aria", "dist", "private");
  if (!existsSync(library)) return [];
  const modules = filesBelow(library).filter((path) => path.endsWith(".mjs"));
  return modules.flatMap((path) => {
    const code = readFileSync(path, "utf8");
    if (!/createElement\(['"]style['"]\)/.test(code)) return [];
    const [, template] = /\.textContent = `([^`]*)`\.trim\(\)/.exec(code) ?? [];
    if (template === undefined) throw new Error(`The text of the style element in ${relative(root, path)} is unknown.`);
    const text = template.replace(/\$\{([$\w]+)\}/g, (_, constant) => constantIn(code, constant, path)).trim();
    // A declaration of it, which minifying does not change.
    const [declaration] = /[a-z-]+: [^;\n]+;/.exec(text);
    return bundled.includes(declaration) ? [`sha256-${createHash("sha256").update(text).digest("base64")}`] : [];
  });
}

function constantIn(code, constant, path) {
  const assignment = new RegExp(`const ${constant.replaceAll("$", "\\$")} = ['"]([^'"]*)['"]`);
  const [, value] = assignment.exec(code) ?? [];
  if (value === undefined) throw new Error(`The value of ${constant} in ${relative(root, path)} is unknown.`);
  return value;
}

/** Writes files in content codings beside them, as small as they get. */
async function compress(paths) {
  await Promise.all(
    paths.map(async (path) => {
      if (!COMPRESSIBLE.includes(extname(path))) return;
      const content = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Writes a file that is read while it is written. */
function replace(path, content) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Removes builds that were current, or were killed, some time ago. */
function removeOthers(kept) {
  for (const entry of readdirSync(builds)) {
    const path = join(builds, entry);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (entry !== kept && path !== current && age > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

function fail(reason) {
  console.error(`Cannot build the explorer: ${reason}`);
  process.exit(1);
}
