/** Help of a command: examples below its options. */
import type { Command } from "commander";

/**
 * Adds examples to the help of a command.
 * @param examples each a command line without the program's name
 */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText("after", () => {
    const program = rootOf(command).name();
    return ["", examples.length > 1 ? "Examples:" : "Example:", ...examples.map((each) => `  ${program} ${each}`)].join(
      "\n",
    );
  });
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}
