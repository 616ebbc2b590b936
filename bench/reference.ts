/** The version of the service that all later ones are compared with. It stays the same, so that slow decay is seen. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serviceIn, VAR } from "./environment.ts";

/** The commit of 2026-11-22, before the first release. */
const REFERENCE = "2f502c7";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A version of the service. */
export interface Version {
  readonly name: string;
  readonly script: string;
}

/**
 * The fixed reference, or the version in another checkout. The checkout of the reference is made on first use, in `var/`.
 * @returns undefined if it could not be made, after saying why
 * @throws Error if the other checkout has no service
 */
export function referenceVersion(checkout: string | undefined): Version | undefined {
  if (checkout !== undefined) {
    const script = serviceIn(checkout);
    if (!existsSync(script)) throw new Error(`${checkout} is not a checkout of the service`);
    return { name: basename(resolve(checkout)), script };
  }
  const folder = join(VAR, REFERENCE);
  try {
    if (!existsSync(folder)) checkOut(folder);
  } catch (reason) {
    console.log(`There is no checkout of ${REFERENCE} to compare with: ${(reason as Error).message}\n`);
    return undefined;
  }
  return { name: REFERENCE, script: serviceIn(folder) };
}

/** Writes the files of the reference and installs its dependencies. The folder has its name once it is complete. */
function checkOut(folder: string): void {
  console.log(`Installing ${REFERENCE} in var/ …\n`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  run(ROOT, "git", ["archive", "--format=tar", `--output=${join(unfinished, "files.tar")}`, REFERENCE]);
  run(unfinished, "tar", ["-xf", "files.tar"]);
  run(unfinished, "npm", ["ci", "--omit=dev", "--no-fund", "--no-audit", "--loglevel=error"]);
  renameSync(unfinished, folder);
}

/** @throws Error with the first line that a failed command has written */
function run(folder: string, command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status === 0) return;
  throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr.trim().split("\n", 1)[0]}`);
}
