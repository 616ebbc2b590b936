/** The commands that a document shows, and the files that they read. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The text of a document, by its path from the root of the repository. */
export function documentText(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
}

/** The commands in the blocks of the shell, without `npm run cli --`, up to a pipe, a redirection or a comment. */
export function commandsIn(text: string): string[] {
  const lines = [...text.matchAll(/^```sh\n(.*?)```/gms)].flatMap(([, block]) =>
    block!.replaceAll("\\\n", " ").split("\n"),
  );
  return lines.flatMap(
    (line) => /^npm run (?:--silent )?cli -- ((?:'[^']*'|"[^"]*"|[^|>'"#])+)/.exec(line)?.[1]?.trim() ?? [],
  );
}

/** The CSV files that a text contains, each after a sentence that ends with its name. */
export function filesIn(text: string): [name: string, content: string][] {
  return [...text.matchAll(/`([\w.]+\.csv)`[^`\n]*:\n\n```csv\n(.*?)```/gs)].map(([, name, content]) => [
    name!,
    content!,
  ]);
}

/** The words of a command, as a shell passes them. */
export function wordsOf(command: string): string[] {
  // A word may have quoted parts: --set='id={Name}'.
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
}
