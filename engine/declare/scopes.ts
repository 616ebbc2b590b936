/** Scopes: the names of permissions, derived from the declarations. */
import type { Declaration, Parent } from "./declaration.ts";
import { isSystemCollection } from "./system-collection.ts";

/** The scope that allows everything. */
export const ADMIN = "admin";

/** The scopes that allow reading and writing records. */
export interface Scopes {
  readonly read: string;
  readonly write: string;
}

/** The scopes of a name: `planets:read` and `planets:write`. The scope `admin` has no parts. */
export function scopesNamed(name: string): Scopes {
  return name === ADMIN ? { read: ADMIN, write: ADMIN } : { read: `${name}:read`, write: `${name}:write` };
}

/** The name of a declaration's scopes: its own if it is private, else that of its top-level collection. */
export function scopeName(declaration: Parent): string {
  return declaration.private ?? (declaration.of ? scopeName(declaration.of) : declaration.name);
}

/** Every scope, in the order of the declarations; `admin` is the last. */
export function allScopes(declarations: readonly Declaration[]): string[] {
  const scopes = declarations.flatMap((declaration) => {
    const { read, write } = scopesNamed(scopeName(declaration));
    const isReadOnly = isSystemCollection(declaration) && declaration.methods?.every((method) => method === "GET");
    return isReadOnly ? [read] : [read, write];
  });
  return [...new Set([...scopes.filter((scope) => scope !== ADMIN), ADMIN])];
}
