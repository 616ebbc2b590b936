/** `events purge|restore`: what the event log keeps of one record. */
import type { Command } from "commander";
import { addExamples } from "./console/help.ts";
import { addPurge } from "./events/purge.ts";
import { addRestoreRecord } from "./events/restore.ts";

/** Adds the command to the command line. */
export function addEvents(program: Command): void {
  const events = program
    .command("events")
    .description("The event log of one record: purge it, or restore the record from it");
  addPurge(events);
  addRestoreRecord(events);
  addExamples(events, "events purge planets/vulcan --below", "events restore planets/vulcan");
}
