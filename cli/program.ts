/** The command line: every command, and how it ends. */
import { Command } from "commander";
import { loadRegistry } from "../engine/app/registry/load.ts";
import { SETTINGS } from "../engine/app/settings.ts";
import type { Registry } from "../engine/declare/registry/registry.ts";
import { START, VERSION } from "../engine/runtime/package.ts";
import { addBackup } from "./admin/backup.ts";
import { addData } from "./admin/data.ts";
import { addDoctor } from "./admin/doctor.ts";
import { addKeys } from "./admin/keys.ts";
import { addMigrate } from "./admin/migrate.ts";
import { addRestore } from "./admin/restore.ts";
import { Refused, UsageError } from "./console/exit-codes.ts";
import { describeFailure } from "./console/failure.ts";
import { addExamples } from "./console/help.ts";
import { print, say } from "./console/output.ts";
import { addDump, addLoad } from "./dump.ts";
import { addEvents } from "./events.ts";
import { addInit } from "./init.ts";
import { addExport } from "./remote/export.ts";
import { addGet } from "./remote/get.ts";
import { addImport } from "./remote/import.ts";
import { addWatch } from "./remote/watch.ts";
import { startHelp } from "./start-help.ts";
import { addTypes } from "./types.ts";

/** Each adds one command. The help lists them in this order: data, service, database, registry. */
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
  addData,
  addKeys,
  addEvents,
  addInit,
];

/** @param name how the program is called, as its help shows it */
function buildProgram(registry: Registry, name: string): Command {
  const program = new Command(name)
    .description(`Works with a running service, or with the database at DATABASE_URL. ${START} starts the service.`)
    .version(VERSION)
    .option("--with <module>", SETTINGS.REGISTRY!.about)
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

/** The command with a name such as `keys create`. @throws Refused if there is none */
function commandNamed(program: Command, name: string): Command {
  return name.split(" ").reduce((parent, each) => {
    const found = parent.commands.find((command) => command.name() === each);
    if (!found) throw new Refused(`The registry has examples of the command ${name}, which does not exist.`);
    return found;
  }, program);
}

/** An error of commander as the line that every error is: `error: Unknown command 'exprot'. Did you mean export?`. */
function asOneLine(text: string): string {
  const [, message = "", suggestion] = /^error: (.*?)\s*(?:\((Did you mean .*)\)\s*)?$/s.exec(text) ?? [];
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/(?<=[^.])$/, ".");
  return `error: ${suggestion ? `${sentence} ${suggestion}` : sentence}\n`;
}

/**
 * Separates `--with <module>`, which every command has, from the other arguments.
 * @throws UsageError if it has no module
 */
function readModule(given: readonly string[]): { readonly module: string | undefined; readonly args: string[] } {
  const args = [...given];
  const at = args.findIndex((each) => each === WITH || each.startsWith(`${WITH}=`));
  if (at === -1) return { module: process.env.REGISTRY, args };
  const [option, module = option!.slice(WITH.length + 1)] = args.splice(at, args[at] === WITH ? 2 : 1);
  if (module === "") throw new UsageError(`${WITH} needs the path of a module.`);
  return { module, args };
}

const WITH = "--with";

/**
 * Runs a command, and sets the exit code of this process.
 * @param builtIn what the commands work with, unless the operator names another registry
 * @param name how the program is called, as its help shows it
 * @param given the command and its arguments
 */
export async function runCommandLine(builtIn: Registry, name: string, given: readonly string[]): Promise<void> {
  try {
    const { module, args } = readModule(given);
    const registry = await loadRegistry(module, builtIn);
    await buildProgram(registry, name).parseAsync(args, { from: "user" });
  } catch (error) {
    const { line, code } = describeFailure(error);
    if (line !== undefined) say(`error: ${line}`);
    process.exitCode = code;
  }
}
