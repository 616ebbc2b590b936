/** Builds and packs the package, and makes folders in which it is installed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A packed file. */
export interface PackedPackage {
  /** Its path. */
  readonly file: string;
  /** The paths of what is in it, sorted. */
  readonly contents: readonly string[];
}

/**
 * Packs the package into a folder.
 * @param options.asReleased with the scripts that `npm pack` runs, which also install dependencies; otherwise they are
 *   taken to be there, and the package is built only
 */
export function packPackage(folder: string, { asReleased }: { asReleased: boolean }): PackedPackage {
  if (!asReleased) execFileSync(process.execPath, [join(ROOT, "scripts", "build.mjs")]);
  const options = ["--json", "--silent", "--pack-destination", folder, ...(asReleased ? [] : ["--ignore-scripts"])];
  const [packed] = JSON.parse(execFileSync("npm", ["pack", ...options], { cwd: ROOT, encoding: "utf8" }));
  const contents: string[] = packed.files.map(({ path }: { path: string }) => path);
  return { file: join(folder, packed.filename), contents: contents.sort() };
}

/** Makes a folder an empty project, of ES modules. */
export function makeProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
}

/** Installs a packed file into a project without npm: its dependencies are those of the repository. */
export function unpackInto(folder: string, { file }: PackedPackage): void {
  const installed = join(folder, "node_modules", "space-missions-api");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", installed, "--strip-components=1"]);
  symlinkSync(join(ROOT, "node_modules"), join(installed, "node_modules"));
  const commands = join(folder, "node_modules", ".bin");
  mkdirSync(commands, { recursive: true });
  symlinkSync("../space-missions-api/bin/space-missions-api.js", join(commands, "space-missions-api"));
}

/** A Node on this machine. */
export interface NodeVersion {
  readonly path: string;
  readonly major: number;
}

/** The versions of Node on the PATH, that of the tests first. */
export function nodeVersions(): NodeVersion[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = [process.execPath, ...folders.map((folder) => join(folder, "node"))];
  const found = paths.flatMap((path) => {
    try {
      const version = execFileSync(path, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      return [{ path, major: Number(/^v(\d+)\./.exec(version)![1]) }];
    } catch {
      return [];
    }
  });
  return found.filter(({ major }, at) => found.findIndex((each) => each.major === major) === at);
}
