/** `dump` and `load`: the records of a service, or the whole database with its history. */
import type { Command } from "commander";
import type { Registry } from "../engine/declare/registry/registry.ts";
import { beginsHistory, dumpHistory, loadHistory } from "./admin/dump.ts";
import { addServiceDump } from "./remote/dump.ts";
import { addServiceLoad } from "./remote/load.ts";

/** Adds the command to the command line. */
export function addDump(program: Command, registry: Registry): void {
  addServiceDump(program, (output) => dumpHistory(registry, output));
}

/** Adds the command to the command line. */
export function addLoad(program: Command, registry: Registry): void {
  addServiceLoad(program, { recognizes: beginsHistory, load: (lines) => loadHistory(registry, lines) });
}
