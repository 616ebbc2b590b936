/** `types [url]`: the resources of a service as TypeScript, for the client. */
import type { Command } from "commander";
import { connect } from "../../client/connect.ts";
import { buildCatalog } from "../app/bootstrap.ts";
import { readConfig } from "../app/config.ts";
import { domain } from "../domain/index.ts";
import { openApiDocument } from "../http/openapi/document.ts";
import { VERSION } from "../runtime/product.ts";
import { serviceUrl } from "./console/connection.ts";
import { addExamples } from "./console/help.ts";
import { interruption } from "./console/interruption.ts";
import { print } from "./console/output.ts";
import { declarationFile } from "./types/declaration-file.ts";

/** Prints the declaration file. @throws UsageError, Refused, NetworkError */
async function runTypes(url: string | undefined): Promise<void> {
  print(declarationFile(url === undefined ? ownDocument() : await documentAt(url)));
}

/** The document that a service with the declarations of this checkout would serve. */
function ownDocument(): unknown {
  const { pageSizes, bodyLimit } = readConfig(process.env);
  return openApiDocument({ catalog: buildCatalog(domain), pageSizes, bodyLimit, version: VERSION });
}

async function documentAt(url: string): Promise<unknown> {
  const api = connect(serviceUrl({ url }, process.env, "The address"), { signal: interruption() });
  return (await api.send("GET", "/openapi.json")).body;
}

/** Adds the command to the command line. */
export function addTypes(program: Command): void {
  const command = program
    .command("types")
    .description("Prints the resources of a service as TypeScript types for the client.")
    .argument("[url]", "the address of the service; without it, the resources that are declared here")
    .action(runTypes);
  addExamples(command, "types > resources.d.ts", "types https://registry.example.org > resources.d.ts");
}
