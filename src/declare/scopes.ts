/** The names of what a caller may be allowed to do, read off the declarations. */
import type { Declaration } from "./declare.ts";

/** Everything. */
export const ADMIN = "admin";

/** What it takes to read records, and to write them. */
export interface Scopes {
  readonly read: string;
  readonly write: string;
}

/** The scopes of this name: `planets:read` and `planets:write`. What is the admin's has no others. */
export function scopesNamed(name: string): Scopes {
  return name === ADMIN ? { read: ADMIN, write: ADMIN } : { read: `${name}:read`, write: `${name}:write` };
}

/** By which name a declaration's scopes go: its own where it is private, else its top-level collection's. */
export function scopeOf(declaration: Declaration): string {
  if (declaration.kind === "collection" && declaration.private) return declaration.private;
  return declaration.of ? scopeOf(declaration.of) : declaration.name;
}

/** Every scope there is, in the order of the declarations; `admin` is the last. */
export function allScopes(declarations: readonly Declaration[]): string[] {
  const scopes = declarations.flatMap((declaration) => {
    const { read, write } = scopesNamed(scopeOf(declaration));
    const reads = declaration.kind === "collection" && declaration.methods?.every((method) => method === "GET");
    return reads ? [read] : [read, write];
  });
  return [...new Set([...scopes.filter((scope) => scope !== ADMIN), ADMIN])];
}
