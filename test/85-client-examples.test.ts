/** Proves the TypeScript in the documents: run against a service with the built-in data, it prints what they show. */
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./support/commands/run-command.ts";
import { assertPrinted, PROGRAM_DOCUMENTS, programOf } from "./support/documents/code-blocks.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { runProgram } from "./support/http/process.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const files = temporaryFolder();

// Before the first test: if that ended while another service starts, the folder would be gone.
const services = await Promise.all(PROGRAM_DOCUMENTS.map(() => serveBuiltIn()));

for (const [index, document] of PROGRAM_DOCUMENTS.entries()) {
  const served = services[index]!;
  test(`${document}: the TypeScript prints what is shown`, async () => {
    const program = programOf(document);
    const code = program.code
      .replaceAll("space-missions-api/client", `${ROOT}client/index.ts`)
      .replaceAll("http://127.0.0.1:3000", served.url);
    const path = files.write(`${document.replaceAll(/\W/g, "-")}.ts`, code);
    const { out, err } = await runProgram(
      { command: [process.execPath, path], folder: files.path(".") },
      { SPACE_MISSIONS_KEY: ADMIN_KEY },
    );
    assertPrinted(program, out, err);
  });
}
