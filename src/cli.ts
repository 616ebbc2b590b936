/** The command behind `npm run cli`: looks after the database and the API keys in it, whether the service runs or not. */
import { Command } from "commander";
import { API_KEYS } from "./access/api-keys.ts";
import { catalogOf, missingFile, openRegistry } from "./app/bootstrap.ts";
import { type Config, readConfig, SettingError } from "./app/config.ts";
import { addMigrate } from "./app/migrate-command.ts";
import type { AllowedWords } from "./declare/field-spec.ts";
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

/** More keys than anybody has. */
const MANY = { default: 100_000, max: 100_000 };

/** @throws SettingError where there is no database, instead of making one under a name that was mistyped */
function existing(config: Config): Config {
  const missing = missingFile(config);
  if (missing !== undefined) throw new SettingError(`DATABASE_URL: there is no database ${missing}.`);
  return config;
}

/** Opens a database, works on its keys, and closes it. */
async function withKeys(config: Config, work: (store: Store, keys: Resource) => Promise<void>): Promise<void> {
  const { store, catalog } = await openRegistry(domain, config, systemClock);
  try {
    await work(store, catalog.resource(API_KEYS));
  } finally {
    await store.close();
  }
}

interface Wanted {
  readonly name: string;
  readonly scope: readonly string[];
  readonly expires?: string;
}

/** The secret alone goes to the standard output, so that it can be piped to where it is kept. */
function create({ name, scope, expires }: Wanted): Promise<void> {
  return withKeys(readConfig(process.env), async (store, keys) => {
    const body = { name, scopes: [...scope], ...(expires === undefined ? {} : { expires_at: expires }) };
    const submission = readSubmission(keys, "create", body);
    const { id } = await store.write((change) => change.create(keys, undefined, submission));
    console.error(`The key ${id}, shown only this once:`);
    console.log(submission.secrets.secret);
  });
}

function list(): Promise<void> {
  return withKeys(existing(readConfig(process.env)), async (store, keys) => {
    const view = keys.views[0]!;
    const { items } = await store.list(fullProjection(view), undefined, readListQuery(view, "sort=created_at", MANY), {
      paged: true,
    });
    for (const key of items) console.log(lineOf(key));
    if (items.length === 0) console.error("There are no keys yet, besides the admin's.");
  });
}

function lineOf({ id, name, scopes, expires_at, last_used_at }: Values): string {
  const times = [`expires ${expires_at ?? "never"}`, `last used ${last_used_at ?? "never"}`];
  return [id, JSON.stringify(name), (scopes as string[]).join(" "), ...times].join("\t");
}

function revoke(id: string): Promise<void> {
  return withKeys(existing(readConfig(process.env)), async (store, keys) => {
    await store.write((change) => change.delete(keys, { id }));
    console.error(`The key ${id} is revoked.`);
  });
}

/** @throws SettingError where there is no file to copy */
async function backup(to: string): Promise<void> {
  const { database } = existing(readConfig(process.env));
  if (!("sqlite" in database))
    throw new SettingError("DATABASE_URL names a PostgreSQL database, which pg_dump backs up.");
  copySqlite(database.sqlite, to);
  console.error(`${to} holds the database as it is now.`);
}

/** What keys themselves say that they take. */
const { items } = catalogOf(domain).resource(API_KEYS).fields.get("scopes")!.schema as {
  items: { among: AllowedWords };
};

const program = new Command("cli")
  .description("Looks after the database that DATABASE_URL names, whether the service runs or not.")
  // What is wrong is told in one line.
  .showSuggestionAfterError(false);
const keys = program.command("keys").description("API keys: credentials with scopes");
keys
  .command("create")
  .description("Makes a key and prints its secret, once.")
  .requiredOption("--name <text>", "what the key is for")
  .requiredOption("--scope <scopes...>", `what it allows: ${items.among.words.join(", ")}`)
  .option("--expires <time>", "from when on it is not valid (RFC 3339, as in 2030-01-01T00:00:00Z)")
  .action(create);
keys.command("list").description("Lists the keys, without their secrets.").action(list);
keys
  .command("revoke")
  .description("Deletes a key; from then on it is refused.")
  .argument("<id>", "as `keys list` shows it")
  .action(revoke);

program
  .command("backup")
  .description("Copies the SQLite database, as it is at this moment, while the service runs or not.")
  .argument("<file>", "where to; it must not be there yet")
  .action(backup);

addMigrate(program);

/** One line that says what is wrong. */
function wordsOf(error: unknown): string {
  if (error instanceof Problem) {
    const faults = (error.extras.errors ?? []).map(({ pointer, message }) => `${pointer}: ${message}`);
    return faults.length > 0 ? faults.join(" ") : error.message;
  }
  return error instanceof SettingError ? error.message : String((error as Error).message ?? error);
}

program.parseAsync().catch((error: unknown) => {
  console.error(`error: ${wordsOf(error)}`);
  process.exitCode = 1;
});
