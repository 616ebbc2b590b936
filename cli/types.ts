/** `types [url]`: the resources of a service as TypeScript, for the client. */
import type { Command } from "commander";
import { connect } from "../client/connect.ts";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import type { Registry } from "../engine/declare/registry/registry.ts";
import { openApiDocument } from "../engine/http/openapi/document.ts";
import { VERSION } from "../engine/runtime/package.ts";
import { serviceUrl } from "./console/connection.ts";
import { addExamples } from "./console/help.ts";
import { interruption } from "./console/interruption.ts";
import { print } from "./console/output.ts";
import { declarationFile } from "./remote/types/declaration-file.ts";

/** Prints the declaration file. @throws UsageError, Refused, NetworkError */
async function runTypes(registry: Registry, url: string | undefined): Promise<void> {
  print(declarationFile(url === undefined ? ownDocument(registry) : await documentAt(url)));
}

/** The document that a service of this registry would serve. */
function ownDocument(registry: Registry): unknown {
  const { title, about, pageSizes, bodyLimit } = readConfig(process.env, registry);
  return openApiDocument({
    catalog: buildCatalog(registry.resources),
    title,
    about,
    pageSizes,
    bodyLimit,
    version: VERSION,
  });
}

async function documentAt(url: string): Promise<unknown> {
  const api = connect(serviceUrl({ url }, process.env, "The address"), { signal: interruption() });
  return (await api.send("GET", "/openapi.json")).body;
}

/** Adds the command to the command line. */
export function addTypes(program: Command, registry: Registry): void {
  const command = program
    .command("types")
    .description("Prints the resources of a service as TypeScript types for the client.")
    .argument("[url]", "the address of the service; without it, the resources that are declared here")
    .action((url: string | undefined) => runTypes(registry, url));
  addExamples(command, "types > resources.d.ts", "types https://registry.example.org > resources.d.ts");
}
