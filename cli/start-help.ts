/** What the help says about starting the service. */
import { SETTINGS } from "../engine/app/settings.ts";
import type { ServiceNames } from "../engine/declare/registry/registry.ts";
import { START } from "../engine/runtime/package.ts";

const OPTIONS: Readonly<Record<string, string>> = {
  "--with <module>": SETTINGS.REGISTRY!.about,
  "--workers <n>": SETTINGS.WORKERS!.about,
  "--quiet": SETTINGS.QUIET!.about,
};

/** The options and settings of the service, below the help of the command line. */
export function startHelp({ name: service }: ServiceNames): string {
  const settings = Object.entries(SETTINGS).map(([name, { default: standard, about }]): [string, string] => [
    name,
    `${about} Default: ${standard.replace("<name>", service)}.`,
  ]);
  const options = Object.entries(OPTIONS);
  const width = Math.max(...[...options, ...settings].map(([name]) => name.length));
  const line = ([name, text]: [string, string]): string => `  ${name.padEnd(width)}  ${text}`;
  const separator = START.startsWith("npm ") ? " --" : "";
  return [
    "",
    `Options of the service (${START}${separator} …):`,
    ...options.map(line),
    "",
    "Settings of the service (environment variables):",
    ...settings.map(line),
  ].join("\n");
}
