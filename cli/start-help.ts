/** What the help says about starting the service. */
import { SETTINGS } from "../engine/app/settings.ts";
import { START_OPTIONS, START_WITH, twoColumns } from "../engine/app/start-options.ts";
import type { ServiceNames } from "../engine/declare/registry/registry.ts";

/** The options and settings of the service, below the help of the command line. */
export function startHelp({ name: service }: ServiceNames): string {
  const settings = Object.entries(SETTINGS).map(([name, { default: standard, about }]): [string, string] => [
    name,
    `${about} Default: ${standard.replace("<name>", service)}.`,
  ]);
  const options = Object.entries(START_OPTIONS);
  const lines = twoColumns([...options, ...settings]);
  return [
    "",
    `Options of the service (${START_WITH} …):`,
    ...lines.slice(0, options.length),
    "",
    "Settings of the service (environment variables):",
    ...lines.slice(options.length),
  ].join("\n");
}
