/** Opens the registry (the catalog of resources and the store of their records) and brings the database up to date. */
import type { Logger } from "pino";
import { type AdminKeyState, ensureAdminKey } from "../access/admin-key.ts";
import { apiKeys } from "../access/api-keys.ts";
import { readScopesFor } from "../access/authenticate.ts";
import type { Declaration } from "../declare/declaration.ts";
import { eventLog } from "../events/declaration.ts";
import { operations } from "../operations/declaration.ts";
import { Problem } from "../problem.ts";
import { type Catalog, catalog } from "../resource/catalog.ts";
import type { Clock } from "../runtime/clock.ts";
import { FORMER_NAMES, type FormerName, parseFormerNames } from "../store/events/former-names.ts";
import { MigrationRefused } from "../store/migration/migrate.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { webhookDeclarations } from "../webhooks/declaration.ts";
import { type EgressPolicy, type Network, systemNetwork } from "../webhooks/egress.ts";
import { scopesOfEvents } from "../webhooks/event-types.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database.ts";
import { SettingError } from "./setting-values.ts";

/** The catalog of all resources, and the open store of their records. */
export interface OpenRegistry {
  readonly catalog: Catalog;
  readonly store: Store;
  /** Where webhooks may send. */
  readonly egress: EgressPolicy;
}

/** What the system collections depend on. */
interface CatalogOptions {
  /** Where webhooks may send. */
  readonly egress: EgressPolicy;
  /** Whether public resources can be read without a scope. */
  readonly publicRead: boolean;
  /** Whether an event is recent enough to be delivered. */
  readonly isReplayable: (eventId: string) => Promise<boolean>;
  /** The fields that migrations have renamed since events were stored. */
  readonly formerNames: () => readonly FormerName[];
  /** How many webhooks one caller may have created. */
  readonly webhooksPerCreator: number;
}

/** For catalogs of which no webhook is written, and no event read. */
const DEFAULTS: CatalogOptions = {
  egress: { allowPrivate: false, network: systemNetwork },
  publicRead: true,
  isReplayable: async () => true,
  formerNames: () => [],
  webhooksPerCreator: Number.POSITIVE_INFINITY,
};

const DAY_MS = 86_400_000;

/**
 * Builds the catalog of the declared resources and of the system collections.
 * @throws Contradictions with every one between the declarations
 */
export function buildCatalog(
  declarations: readonly Declaration[],
  { egress, publicRead, isReplayable, formerNames, webhooksPerCreator } = DEFAULTS,
): Catalog {
  // Functions, because the catalog that they read does not exist yet: the log and webhooks are part of it.
  const log = eventLog(declarations, (singular) => resourceNamed(singular), formerNames);
  const singulars = [...declarations.map(({ one }) => one), "api_key"];
  const webhooks = webhookDeclarations({
    log,
    singulars,
    egress,
    isReplayable,
    maxPerCreator: webhooksPerCreator,
    readScopesOf: (caller) => readScopesOf(caller)?.filter((scope) => eventScopes.has(scope)),
    scopesOfEvents: (patterns) => scopesOfEvents(fullCatalog.resources, patterns),
  });
  const fullCatalog = catalog([
    ...declarations,
    apiKeys([...declarations, log, ...webhooks]),
    operations,
    log,
    ...webhooks,
  ]);
  const resources = new Map(fullCatalog.resources.map((resource) => [resource.one, resource]));
  const resourceNamed = (singular: string) => resources.get(singular);
  const readScopesOf = readScopesFor(fullCatalog, publicRead);
  const eventScopes = new Set(fullCatalog.resources.map(({ eventScope }) => eventScope));
  return fullCatalog;
}

/**
 * Opens the registry of these declarations and of the system collections, and migrates its database.
 * @param logger logs the state of the replica; without it, no replica is used
 * @param network resolves the hosts of webhooks
 * @throws SettingError if the database cannot be opened, or not migrated without a loss
 */
export async function openRegistry(
  declarations: readonly Declaration[],
  config: Pick<
    Config,
    | "name"
    | "module"
    | "database"
    | "workers"
    | "handlerTimeout"
    | "retention"
    | "publicRead"
    | "webhookAllowPrivate"
    | "webhooksPerCreator"
  >,
  clock: Clock,
  logger?: Logger,
  network = systemNetwork,
): Promise<OpenRegistry> {
  const egress: EgressPolicy = { allowPrivate: config.webhookAllowPrivate, network };
  try {
    const isReplayable = (eventId: string): Promise<boolean> => store.log!.isReplayable(eventId);
    let formerNames: readonly FormerName[] = [];
    const options = { ...config, egress, isReplayable, formerNames: () => formerNames };
    const fullCatalog = buildCatalog(declarations, options);
    const store: Store = await openStore((hooks) => openDatabase(config, logger, hooks), {
      catalog: fullCatalog,
      owner: config,
      clock,
      isShared: "postgres" in config.database || config.workers > 1,
      retention: config.retention,
    });
    formerNames = parseFormerNames(await store.getMetadata(FORMER_NAMES));
    if (logger) reportJump(store, logger);
    return { catalog: fullCatalog, store, egress };
  } catch (error) {
    if (error instanceof Problem || error instanceof MigrationRefused)
      throw new SettingError(`DATABASE_URL: ${error.message}`);
    throw error;
  }
}

/** Logs that the clock is ahead of the time at which the database was last used: it may be wrong. */
function reportJump({ trustedClock }: Store, logger: Logger): void {
  const days = Math.floor(trustedClock.behind / DAY_MS);
  if (days > 0)
    logger.warn(
      { days },
      "the clock is days ahead of the last use of this database: if it is wrong, correct it; expired data is deleted slowly at first",
    );
}

/** A registry that is ready to be served. */
export interface BootstrappedRegistry extends OpenRegistry {
  /** What this start did about the admin key. */
  readonly adminKey: AdminKeyState;
}

/**
 * The part of a start that one process does for all workers: opens and migrates the registry, makes sure that there is an
 * admin key, and updates what depends on the current day.
 * @throws SettingError as `openRegistry` does
 */
export async function bootstrap(
  declarations: readonly Declaration[],
  config: Config,
  clock: Clock,
  logger?: Logger,
  network?: Network,
): Promise<BootstrappedRegistry> {
  const registry = await openRegistry(declarations, config, clock, logger, network);
  const adminKey = config.authentication ? await ensureAdminKey(registry.store, config.adminKey) : {};
  await registry.store.startDay();
  return { ...registry, adminKey };
}

/** Updates what depends on the current day just after every midnight UTC. @returns a function that ends that */
export function scheduleDailyUpdate(store: Store, clock: Clock, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout;
  const schedule = (): void => {
    const untilTomorrow = DAY_MS - (clock.now() % DAY_MS);
    timer = setTimeout(() => {
      store.startDay().catch(onError);
      schedule();
    }, untilTomorrow + 1_000).unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
