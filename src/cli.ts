/** The command line behind `npm run cli`, and that of the package. */
import { runCommandLine } from "./commands/program.ts";
import { COMMAND_LINE } from "./runtime/product.ts";

// A reader that has enough, such as `head`, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
await runCommandLine(COMMAND_LINE, process.argv.slice(2));
