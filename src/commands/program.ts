/** The command line: every command, and how it ends. */
import { Command } from "commander";
import { START, VERSION } from "../runtime/product.ts";
import { addBackup } from "./backup.ts";
import { describeFailure } from "./console/failure.ts";
import { print, say } from "./console/output.ts";
import { addDoctor } from "./doctor.ts";
import { addDump } from "./dump.ts";
import { addEvents } from "./events.ts";
import { addExport } from "./export.ts";
import { addGet } from "./get.ts";
import { addImport } from "./import.ts";
import { addKeys } from "./keys.ts";
import { addLoad } from "./load.ts";
import { addMigrate } from "./migrate.ts";
import { addRestore } from "./restore.ts";
import { startHelp } from "./start-help.ts";
import { addTypes } from "./types.ts";
import { addWatch } from "./watch.ts";

/** Each adds one command. The help lists them in this order: data, service, database. */
const COMMANDS: readonly ((program: Command) => void)[] = [
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
function buildProgram(name: string): Command {
  const program = new Command(name)
    .description(`Works with a running service, or with the database at DATABASE_URL. ${START} starts the service.`)
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      outputError: (text, write) => write(asOneLine(text)),
    })
    // Throws instead of exiting, so that all errors end alike.
    .exitOverride();
  for (const add of COMMANDS) add(program);
  program.addHelpText("after", startHelp());
  return program;
}

/** An error of commander as the line that every error is: `error: Unknown command 'exprot'. Did you mean export?`. */
function asOneLine(text: string): string {
  const [, message = "", suggestion] = /^error: (.*?)\s*(?:\((Did you mean .*)\)\s*)?$/s.exec(text) ?? [];
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/(?<=[^.])$/, ".");
  return `error: ${suggestion ? `${sentence} ${suggestion}` : sentence}\n`;
}

/**
 * Runs a command, and sets the exit code of this process.
 * @param name how the program is called, as its help shows it
 * @param args the command and its arguments
 */
export async function runCommandLine(name: string, args: readonly string[]): Promise<void> {
  try {
    await buildProgram(name).parseAsync(args, { from: "user" });
  } catch (error) {
    const { line, code } = describeFailure(error);
    if (line !== undefined) say(`error: ${line}`);
    process.exitCode = code;
  }
}
