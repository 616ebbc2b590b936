/** `keys create|list|revoke`: API keys, whether the service runs or not. */
import type { Command } from "commander";
import { API_KEYS } from "../../engine/access/api-keys.ts";
import { buildCatalog, openRegistry } from "../../engine/app/bootstrap.ts";
import type { Config } from "../../engine/app/config.ts";
import type { CurrentEnum } from "../../engine/declare/field-spec.ts";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import type { Values } from "../../engine/declare/values.ts";
import { type Fault, Problem, refuseFaults } from "../../engine/problem.ts";
import { readListQuery } from "../../engine/query/list-query.ts";
import { fullProjection } from "../../engine/resource/representation.ts";
import type { Resource } from "../../engine/resource/resource.ts";
import { readSubmission, type Submission } from "../../engine/resource/submission.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import type { Store } from "../../engine/store/store.ts";
import { UsageError } from "../console/exit-codes.ts";
import { addExamples } from "../console/help.ts";
import { print, say } from "../console/output.ts";
import { readDatabaseConfig, requireDatabase } from "./database.ts";

/** Page sizes that list all keys on one page. */
const ALL_KEYS = { default: 100_000, max: 100_000 };

/** Opens the database, runs `work` on its API keys, and closes it. */
async function withKeys(
  { resources }: Registry,
  config: Config,
  work: (store: Store, keys: Resource) => Promise<void>,
): Promise<void> {
  const { store, catalog } = await openRegistry(resources, config, systemClock);
  try {
    await work(store, catalog.resource(API_KEYS));
  } finally {
    await store.close();
  }
}

interface CreateOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly expires?: string;
}

/** Creates a key. Only the secret goes to standard output, so that it can be piped. */
async function createKey(registry: Registry, options: CreateOptions): Promise<void> {
  const submission = submissionOf(registry, options);
  await withKeys(registry, readDatabaseConfig(registry), async (store, keys) => {
    const { id } = await store.write((tx) => tx.create(keys, undefined, submission));
    say(`Secret of the key ${id}, shown only once:`);
    print(submission.secrets.secret!);
  });
}

/** The option of each member of the body. */
const OPTIONS: Readonly<Record<string, string>> = { name: "--name", scopes: "--scope", expires_at: "--expires" };

/** @throws UsageError if a value is impossible */
function submissionOf({ resources }: Registry, { name, scope, expires }: CreateOptions): Submission {
  const body = { name, scopes: [...scope], ...(expires === undefined ? {} : { expires_at: expires }) };
  try {
    const submission = readSubmission(buildCatalog(resources).resource(API_KEYS), "create", body);
    refuseFaults(submission.faults);
    return submission;
  } catch (error) {
    const faults = error instanceof Problem ? error.extras.errors : undefined;
    if (!faults) throw error;
    const place = ({ pointer = "" }: Fault): string => OPTIONS[pointer.split("/")[1]!] ?? pointer;
    throw new UsageError(faults.map((fault) => `${place(fault)}: ${fault.message}`).join(" "));
  }
}

function listKeys(registry: Registry, { json }: { json?: true }): Promise<void> {
  return withKeys(registry, requireDatabase(readDatabaseConfig(registry)), async (store, keys) => {
    const view = keys.views[0]!;
    const query = readListQuery(view, "sort=created_at", ALL_KEYS);
    const { items } = await store.list(fullProjection(view), undefined, query, { paged: true });
    if (json) return print(JSON.stringify(items, undefined, 2));
    for (const key of items) print(formatKey(key));
    if (items.length === 0) say("There are no API keys besides the admin key.");
  });
}

function formatKey({ id, name, scopes, expires_at, last_used_at }: Values): string {
  const times = [`expires ${expires_at ?? "never"}`, `last used ${last_used_at ?? "never"}`];
  return [id, JSON.stringify(name), (scopes as string[]).join(" "), ...times].join("\t");
}

function revokeKey(registry: Registry, id: string): Promise<void> {
  return withKeys(registry, requireDatabase(readDatabaseConfig(registry)), async (store, keys) => {
    await store.write((tx) => tx.delete(keys, { id }));
    say(`The key ${id} was revoked.`);
  });
}

/** The scopes that a key may have, from its declaration. */
function allScopes({ resources }: Registry): readonly string[] {
  const { items } = buildCatalog(resources).resource(API_KEYS).fields.get("scopes")!.schema as {
    items: { currentEnum: CurrentEnum };
  };
  return items.currentEnum.values;
}

/** Adds the command to the command line. */
export function addKeys(program: Command, registry: Registry): void {
  const keys = program.command("keys").description("API keys: credentials with scopes");
  keys
    .command("create")
    .description("Creates a key and prints its secret, which is shown only once.")
    .requiredOption("--name <text>", "what the key is for")
    .requiredOption("--scope <scopes...>", `what the key allows: ${allScopes(registry).join(", ")}`)
    .option("--expires <time>", "when the key expires (RFC 3339, such as 2030-01-01T00:00:00Z); never by default")
    .action((options: CreateOptions) => createKey(registry, options));
  const list = keys.command("list").description("Lists the keys without their secrets.");
  list
    .option("--json", "print the keys as a JSON array")
    .action((options: { json?: true }) => listKeys(registry, options));
  addExamples(list, "keys list");
  const revoke = keys
    .command("revoke")
    .description("Revokes a key at once.")
    .argument("<id>", "its id, as shown by `keys list`")
    .action((id: string) => revokeKey(registry, id));
  addExamples(revoke, "keys revoke 0199f5b2-6d4e-7c1a-9a35-2f0a4c1d8e77");
}
