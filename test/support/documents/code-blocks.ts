/** The TypeScript of documents: the blocks that use the client are one program, in their order. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Printed between the outputs of two blocks. */
const SEPARATOR = "--- end of block ---";

/** The program of a document. */
export interface DocumentProgram {
  /** It prints a separator after each block. */
  readonly code: string;
  /** The output that the document shows after each block; empty if it shows none. */
  readonly outputs: readonly string[];
}

/** The documents with TypeScript. */
export const PROGRAM_DOCUMENTS = ["README.md", "docs/client.md"];

/** Reads the blocks of a document. @param path from the root of the repository */
export function programOf(path: string): DocumentProgram {
  const text = readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?/gms)].filter(([, code]) =>
    /\bapi\./.test(code!),
  );
  return {
    code: blocks.map(([, code]) => `${code}console.log(${JSON.stringify(SEPARATOR)});\n`).join("\n"),
    outputs: blocks.map(([, , output = ""]) => output),
  };
}

/** Asserts that a program printed what its document shows. @param err its standard error, shown on failure */
export function assertPrinted({ outputs }: DocumentProgram, out: string, err: string): void {
  const printed = out.split(`${SEPARATOR}\n`);
  assert.equal(printed.length, outputs.length + 1, err);
  for (const [index, output] of outputs.entries()) if (output !== "") assert.equal(printed[index], output);
  assert.ok(outputs.some((output) => output !== ""));
}
