/** The command line: every command, and how it ends. */
import { Command } from "commander";
import type { Registry } from "../engine/declare/registry.ts";
import { START, VERSION } from "../engine/runtime/package.ts";
import { addBackup } from "./admin/backup.ts";
import { addDoctor } from "./admin/doctor.ts";
import { addKeys } from "./admin/keys.ts";
import { addMigrate } from "./admin/migrate.ts";
import { addRestore } from "./admin/restore.ts";
import { describeFailure } from "./console/failure.ts";
import { addExamples } from "./console/help.ts";
import { print, say } from "./console/output.ts";
import { addEvents } from "./events.ts";
import { addDump } from "./remote/dump.ts";
import { addExport } from "./remote/export.ts";
import { addGet } from "./remote/get.ts";
import { addImport } from "./remote/import.ts";
import { addLoad } from "./remote/load.ts";
import { addWatch } from "./remote/watch.ts";
import { startHelp } from "./start-help.ts";
import { addTypes } from "./types.ts";

/** Each adds one command. The help lists them in this order: data, service, database. */
const COMMANDS: readonly ((program: Command, registry: Registry) => void)[] = [
  addExport,
  addImport,
  addDump,
  addLoad,
  addGet,
  addWatch,
  addTypes,
  addDoctor,
  addBackup,
  addRestore,
  addMigrate,
  addKeys,
  addEvents,
];

/** @param name how the program is called, as its help shows it */
function buildProgram(registry: Registry, name: string): Command {
  const program = new Command(name)
    .description(`Works with a running service, or with the database at DATABASE_URL. ${START} starts the service.`)
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      outputError: (text, write) => write(asOneLine(text)),
    })
    // Throws instead of exiting, so that all errors end alike.
    .exitOverride();
  for (const add of COMMANDS) add(program, registry);
  for (const [command, examples] of Object.entries(registry.examples?.commands ?? {}))
    addExamples(commandNamed(program, command), ...examples);
  program.addHelpText("after", startHelp(registry));
  return program;
}

/** The command with a name such as `keys create`. */
function commandNamed(program: Command, name: string): Command {
  return name.split(" ").reduce((parent, each) => parent.commands.find((command) => command.name() === each)!, program);
}

/** An error of commander as the line that every error is: `error: Unknown command 'exprot'. Did you mean export?`. */
function asOneLine(text: string): string {
  const [, message = "", suggestion] = /^error: (.*?)\s*(?:\((Did you mean .*)\)\s*)?$/s.exec(text) ?? [];
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/(?<=[^.])$/, ".");
  return `error: ${suggestion ? `${sentence} ${suggestion}` : sentence}\n`;
}

/**
 * Runs a command, and sets the exit code of this process.
 * @param registry what the commands work with
 * @param name how the program is called, as its help shows it
 * @param args the command and its arguments
 */
export async function runCommandLine(registry: Registry, name: string, args: readonly string[]): Promise<void> {
  try {
    await buildProgram(registry, name).parseAsync(args, { from: "user" });
  } catch (error) {
    const { line, code } = describeFailure(error);
    if (line !== undefined) say(`error: ${line}`);
    process.exitCode = code;
  }
}
