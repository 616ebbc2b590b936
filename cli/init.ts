/** `init [folder]`: writes a small registry with a test, to begin one's own with. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { Refused } from "./console/exit-codes.ts";
import { addExamples } from "./console/help.ts";
import { say } from "./console/output.ts";

const TEMPLATE = fileURLToPath(new URL("../template", import.meta.url));

/** The files that are copied, by the names that they get. npm would leave out one called `.gitignore`. */
const COPIED: Readonly<Record<string, string>> = {
  "registry.ts": "registry.ts",
  "registry.test.ts": "registry.test.ts",
  "tsconfig.json": "tsconfig.json",
  ".gitignore": "gitignore",
};

const { name: PACKAGE, version, engines, devDependencies } = packageJson;

/** The description of the new package. */
const DESCRIPTION = {
  private: true,
  type: "module",
  engines,
  scripts: { start: `${PACKAGE} --with ./registry.ts`, test: "node --test" },
  dependencies: { [PACKAGE]: `^${version}` },
  // Editors check the test with them.
  devDependencies: { "@types/node": devDependencies["@types/node"] },
};

/** Writes the files, and says what to do next. @throws Refused if one of them exists; then it writes nothing */
function runInit(given: string): void {
  const folder = resolve(given);
  const names = ["package.json", ...Object.keys(COPIED)];
  const existing = names.filter((name) => existsSync(join(folder, name)));
  if (existing.length > 0)
    throw new Refused(`${folder} has ${listed(existing)} already; nothing was written. Name another folder.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(DESCRIPTION, undefined, 2)}\n`);
  for (const [name, source] of Object.entries(COPIED)) cpSync(join(TEMPLATE, source), join(folder, name));
  const file = `…/${PACKAGE}-${version}.tgz`;
  const steps = [
    ...(folder === resolve() ? [] : [`cd ${shellWord(given)}`]),
    ...(isInstalledFor(folder) ? [] : [`npm install ${file}  # the file that npm pack has written in a clone`]),
    "npm test     # starts the service on a database of its own, and sends it requests",
    "npm start    # serves the registry",
  ];
  const what = `registry.ts is yours to change. docs/extending.md of ${PACKAGE} shows how.`;
  say([`Wrote ${listed(names)} into ${folder}. Next:`, ...steps.map((step) => `  ${step}`), what].join("\n"));
}

function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Whether a program in the folder finds the package. */
function isInstalledFor(folder: string): boolean {
  try {
    createRequire(join(folder, "package.json")).resolve(`${PACKAGE}/package.json`);
    return true;
  } catch {
    return false;
  }
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}

/** Adds the command to the command line. */
export function addInit(program: Command): void {
  const command = program
    .command("init")
    .description(
      "Writes a small registry of your own, with a test: resources, fields and data beside the built-in ones.",
    )
    .argument("[folder]", "where to; it is created if it does not exist", ".")
    .action(runInit);
  addExamples(command, "init my-registry");
}
