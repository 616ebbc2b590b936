/** `events purge|restore`: what the event log keeps of one record. */
import type { Command } from "commander";
import type { Registry } from "../engine/declare/registry/registry.ts";
import { addPurge } from "./admin/purge.ts";
import { addRestoreRecord } from "./remote/restore.ts";

/** Adds the command to the command line. */
export function addEvents(program: Command, registry: Registry): void {
  const events = program
    .command("events")
    .description("The event log of one record: purge it, or restore the record from it");
  addPurge(events, registry);
  addRestoreRecord(events);
}
