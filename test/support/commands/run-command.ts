/** Runs commands of the command line in this process, which is ten times faster than as processes. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { runCommandLine } from "../../../cli/program.ts";
import type { Registry } from "../../../engine/declare/registry/registry.ts";
import { removeAtExit } from "../cleanup.ts";
import { spaceMissions } from "../domain/space/registry.ts";
import { ADMIN_KEY } from "../http/serve.ts";

/** How a command ended. */
export interface CommandResult {
  readonly code: number;
  /** What `console.log` printed. */
  readonly out: string;
  /** Standard error: notes, progress and the error. */
  readonly err: string;
}

/**
 * Runs a command against a service, with the admin key unless it names another one. Commands must not run at the same time: they share the console.
 * @param served undefined for a command that needs no service
 */
type RunCommand = (served: { readonly url: string } | undefined, ...args: string[]) => Promise<CommandResult>;

/** The command line of a registry. */
export function commandLineOf(registry: Registry): RunCommand {
  return async (served, ...args) => {
    const { log, error } = console;
    const write = process.stderr.write;
    const [out, err]: [string[], string[]] = [[], []];
    console.log = (...words) => void out.push(`${words.join(" ")}\n`);
    console.error = (...words) => void err.push(`${words.join(" ")}\n`);
    process.stderr.write = ((text: string) => err.push(String(text)) > 0) as typeof write;
    const before = process.exitCode;
    process.exitCode = 0;
    try {
      const connection = served ? ["--url", served.url, ...(args.includes("--key") ? [] : ["--key", ADMIN_KEY])] : [];
      await runCommandLine(registry, "cli", [...args, ...connection]);
      return { code: Number(process.exitCode), out: out.join(""), err: err.join("") };
    } finally {
      process.exitCode = before;
      Object.assign(console, { log, error });
      process.stderr.write = write;
    }
  };
}

/** That of the domain of the tests. */
export const runCommand = commandLineOf(spaceMissions);

/** A folder for the files of one test file, removed at its end. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "commands-"));
  const unregister = removeAtExit({ folder });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
    unregister();
  });
  return {
    path: (name: string) => join(folder, name),
    write: (name: string, text: string | Uint8Array): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    copy: (from: string, name: string): string => {
      copyFileSync(from, join(folder, name));
      return join(folder, name);
    },
    remove: (name: string) => rmSync(join(folder, name)),
    read: (name: string) => readFileSync(join(folder, name), "utf8"),
  };
}
