/** Hooks that are declared apart from their declarations. */
import type { Declaration, Hooks } from "./declaration.ts";
import type { HookRecord } from "./record-types.ts";

/** Hooks of one declaration, by its name. */
export interface HookedDeclaration {
  readonly name: string;
  readonly hooks: object;
}

/** Declares hooks apart from their declaration, because they refer to declarations that come after it. */
export function declareHooks<D extends Declaration>(
  declaration: D,
  functions: Hooks<D["fields"], HookRecord<D>>,
): HookedDeclaration {
  return { name: declaration.name, hooks: functions };
}

/** Adds hooks to their declarations. @throws Error if one of them is not among the declarations */
export function withHooks<const D extends readonly Declaration[]>(
  declarations: D,
  hooked: readonly HookedDeclaration[],
): D {
  const unknown = hooked.find(({ name }) => !declarations.some((declaration) => declaration.name === name));
  if (unknown) throw new Error(`There are hooks for ${unknown.name}, which is not declared.`);
  const all = declarations.map((declaration) => {
    const added = hooked.filter(({ name }) => name === declaration.name).map(({ hooks }) => hooks);
    return added.length === 0 ? declaration : Object.assign({}, declaration, ...added);
  });
  return all as readonly Declaration[] as D;
}
