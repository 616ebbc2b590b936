/** The command line behind `npm run cli`: API keys, backups and migrations, whether the service runs or not. */
import { Command } from "commander";
import { API_KEYS } from "./access/api-keys.ts";
import { buildCatalog, missingFile, openRegistry } from "./app/bootstrap.ts";
import { type Config, readConfig, SettingError } from "./app/config.ts";
import { addMigrateCommand } from "./app/migrate-command.ts";
import type { CurrentEnum } from "./declare/field-spec.ts";
import type { Values } from "./declare/values.ts";
import { domain } from "./domain/index.ts";
import { Problem } from "./problem.ts";
import { readListQuery } from "./query/list-query.ts";
import { fullProjection } from "./resource/representation.ts";
import type { Resource } from "./resource/resource.ts";
import { readSubmission } from "./resource/submission.ts";
import { systemClock } from "./runtime/clock.ts";
import { copySqlite } from "./store/sqlite/database.ts";
import type { Store } from "./store/store.ts";

/** Page sizes that list all keys on one page. */
const ALL_KEYS = { default: 100_000, max: 100_000 };

/** Throws SettingError if there is no database: opening would create one, even under a mistyped name. */
function requireDatabase(config: Config): Config {
  const missing = missingFile(config);
  if (missing !== undefined) throw new SettingError(`DATABASE_URL: there is no database at ${missing}.`);
  return config;
}

/** Opens the database, runs `work` on its API keys, and closes it. */
async function withKeys(config: Config, work: (store: Store, keys: Resource) => Promise<void>): Promise<void> {
  const { store, catalog } = await openRegistry(domain, config, systemClock);
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
function createKey({ name, scope, expires }: CreateOptions): Promise<void> {
  return withKeys(readConfig(process.env), async (store, keys) => {
    const body = { name, scopes: [...scope], ...(expires === undefined ? {} : { expires_at: expires }) };
    const submission = readSubmission(keys, "create", body);
    const { id } = await store.write((tx) => tx.create(keys, undefined, submission));
    console.error(`Secret of the key ${id}, shown only once:`);
    console.log(submission.secrets.secret);
  });
}

function listKeys(): Promise<void> {
  return withKeys(requireDatabase(readConfig(process.env)), async (store, keys) => {
    const view = keys.views[0]!;
    const { items } = await store.list(
      fullProjection(view),
      undefined,
      readListQuery(view, "sort=created_at", ALL_KEYS),
      {
        paged: true,
      },
    );
    for (const key of items) console.log(formatKey(key));
    if (items.length === 0) console.error("There are no API keys besides the admin key.");
  });
}

function formatKey({ id, name, scopes, expires_at, last_used_at }: Values): string {
  const times = [`expires ${expires_at ?? "never"}`, `last used ${last_used_at ?? "never"}`];
  return [id, JSON.stringify(name), (scopes as string[]).join(" "), ...times].join("\t");
}

function revokeKey(id: string): Promise<void> {
  return withKeys(requireDatabase(readConfig(process.env)), async (store, keys) => {
    await store.write((tx) => tx.delete(keys, { id }));
    console.error(`The key ${id} was revoked.`);
  });
}

/** Copies the database. @throws SettingError if it is not an existing SQLite file */
async function backup(to: string): Promise<void> {
  const { database } = requireDatabase(readConfig(process.env));
  if (!("sqlite" in database))
    throw new SettingError("DATABASE_URL is a PostgreSQL database: back it up with pg_dump.");
  copySqlite(database.sqlite, to);
  console.error(`The database was copied to ${to}.`);
}

/** The scopes that a key may have, from its declaration. */
const { items } = buildCatalog(domain).resource(API_KEYS).fields.get("scopes")!.schema as {
  items: { currentEnum: CurrentEnum };
};

const program = new Command("cli")
  .description("Manages the database at DATABASE_URL, whether or not the service is running.")
  // An error is one line, without commander's suggestions.
  .showSuggestionAfterError(false);
const keys = program.command("keys").description("API keys: credentials with scopes");
keys
  .command("create")
  .description("Creates a key and prints its secret, which is shown only once.")
  .requiredOption("--name <text>", "what the key is for")
  .requiredOption("--scope <scopes...>", `what the key allows: ${items.currentEnum.values.join(", ")}`)
  .option("--expires <time>", "when the key expires (RFC 3339, such as 2030-01-01T00:00:00Z); never by default")
  .action(createKey);
keys.command("list").description("Lists the keys without their secrets.").action(listKeys);
keys
  .command("revoke")
  .description("Revokes a key at once.")
  .argument("<id>", "its id, as shown by `keys list`")
  .action(revokeKey);

program
  .command("backup")
  .description("Copies the SQLite database, even while the service is running.")
  .argument("<file>", "the file to create; it must not exist yet")
  .action(backup);

addMigrateCommand(program);

/** The message of an error, as one line. */
function messageOf(error: unknown): string {
  if (error instanceof Problem) {
    const faults = (error.extras.errors ?? []).map(({ pointer, message }) => `${pointer}: ${message}`);
    return faults.length > 0 ? faults.join(" ") : error.message;
  }
  return error instanceof SettingError ? error.message : String((error as Error).message ?? error);
}

program.parseAsync().catch((error: unknown) => {
  console.error(`error: ${messageOf(error)}`);
  process.exitCode = 1;
});
