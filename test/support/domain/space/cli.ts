/** The command line for it, as `npm run cli` is for the built-in registry. */
import { runCommandLine } from "../../../../cli/program.ts";
import { COMMAND_LINE } from "../../../../engine/runtime/package.ts";
import { spaceMissions } from "./registry.ts";

// A reader that has enough, such as `head`, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
await runCommandLine(spaceMissions, COMMAND_LINE, process.argv.slice(2));
