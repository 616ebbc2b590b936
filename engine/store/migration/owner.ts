/** The registry that a database belongs to: only a service with that registry touches it. */
import type { ServiceNames } from "../../declare/registry/registry.ts";
import { COMMAND_LINE } from "../../runtime/package.ts";

/** What identifies a registry: its name, and whether it is the built-in one. */
export type Owner = Pick<ServiceNames, "name" | "module">;

/** The name of the owner in the service metadata. */
export const OWNER = "registry";

/** The owner as text of the service metadata. */
export function ownerText({ name, module }: Owner): string {
  return JSON.stringify({ name, ...(module === undefined ? {} : { module }) });
}

/**
 * Tells why a database must not be touched; undefined if it may. The built-in registry may give way to one of its name that
 * extends it, but not the other way round, since what was added would be lost.
 * @param stored the owner in the metadata; undefined if the database has none yet
 * @param given the registry of this start
 * @param former the name of the registry that the operator takes the database from
 */
export function foreignOwner(stored: string | undefined, given: Owner, former?: string): string | undefined {
  if (stored === undefined) return undefined;
  const { name, module } = JSON.parse(stored) as Owner;
  if (name === former) return undefined;
  if (name === given.name && (module === undefined || given.module !== undefined)) return undefined;
  const owner = module === undefined ? `the built-in registry ${name}` : `the registry ${name} of ${module}`;
  const remedy = module === undefined ? "Start without --with" : `Start with \`--with ${module}\``;
  return `It belongs to ${owner}. ${remedy}; or give it to this registry, ${given.name}, with \`${migrateCommand(given)} --from ${name}\`.`;
}

/** The command that migrates a database to the schema of a registry. */
export function migrateCommand(owner: Owner | undefined): string {
  return `${COMMAND_LINE} ${owner?.module === undefined ? "" : `--with ${owner.module} `}migrate`;
}
