/** The options with which the service is started: what they do, and how they are read. */
import { parseArgs } from "node:util";
import { COMMAND_LINE, START, VERSION } from "../runtime/package.ts";
import { type Environment, SettingError } from "./setting-values.ts";

/** Each option of the service and its description, with the setting that does the same. */
export const START_OPTIONS: Readonly<Record<string, string>> = {
  "--with <module>": "Serves the registry that the module exports (REGISTRY).",
  "--workers <n>": "Serves with this many processes (WORKERS).",
  "--quiet": "Sends no webhooks, runs no operations and exports no events, for restore drills (QUIET).",
};

/** What options follow: npm reads those before `--` itself. */
export const START_WITH = START.startsWith("npm ") ? `${START} --` : START;

const OPTIONS = {
  with: { type: "string" },
  workers: { type: "string" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/**
 * Reads options.
 * @returns the settings that they are; or, as text, the help or the version that they ask for
 * @throws SettingError if there is no such option
 */
export function readStartOptions(args: string[]): Environment | string {
  try {
    const { with: module, workers, quiet, help, version } = parseArgs({ args, options: OPTIONS }).values;
    if (help) return startUsage();
    if (version) return VERSION;
    return {
      ...(module === undefined ? {} : { REGISTRY: module }),
      ...(workers === undefined ? {} : { WORKERS: workers }),
      ...(quiet ? { QUIET: "true" } : {}),
    };
  } catch {
    throw new SettingError(
      `${START} does not accept ${args.join(" ")}. Allowed: ${Object.keys(START_OPTIONS).join(", ")}.`,
    );
  }
}

function startUsage(): string {
  return [
    `Usage: ${START_WITH} [options]`,
    "",
    ...twoColumns(Object.entries(START_OPTIONS)),
    "",
    "Settings are environment variables, which docs/settings.md describes.",
    `\`${COMMAND_LINE} --help\` lists them, and the commands.`,
  ].join("\n");
}

/** A line for each name and its description. */
export function twoColumns(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
