/** Loads the registry that the operator names: a module outside the package. */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Contradictions, placeText } from "../../declare/registry/contradictions.ts";
import type { Registry } from "../../declare/registry/registry.ts";
import { PACKAGE } from "../../runtime/package.ts";
import { SettingError } from "../setting-values.ts";

/** What `import … from "space-missions-api"` gives. */
const INDEX = new URL(`../../../index${import.meta.url.slice(import.meta.url.lastIndexOf("."))}`, import.meta.url).href;

/**
 * Loads a registry.
 * @param module its path, relative to the working directory; undefined for the built-in one
 * @throws SettingError with one message if there is no such module, if it throws, or if it exports no registry
 */
export async function loadRegistry(module: string | undefined, builtIn: Registry): Promise<Registry> {
  if (!module) return builtIn;
  const file = resolve(module);
  if (!existsSync(file)) throw new SettingError(`REGISTRY: there is no module ${file}.`);
  resolvePackage();
  const { default: registry } = await import(pathToFileURL(file).href).catch((error) => {
    throw new SettingError(`REGISTRY: ${module} cannot be loaded. ${reasonOf(error)}`);
  });
  if (!isRegistry(registry))
    throw new SettingError(`REGISTRY: ${module} exports no registry. Write \`export default registry({ … })\`.`);
  return { ...registry, module };
}

/** Lets modules import this package by its name wherever they are: they get the version that serves them. */
export function resolvePackage(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === PACKAGE ? { url: INDEX, shortCircuit: true } : next(specifier, context),
  });
}

function isRegistry(value: unknown): value is Registry {
  return typeof value === "object" && value !== null && "resources" in value && Array.isArray(value.resources);
}

/** Why code outside the package failed, and where. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `It throws ${JSON.stringify(error)}.`;
  if (error instanceof Contradictions) return error.message;
  const own = fileURLToPath(new URL("../..", import.meta.url));
  // Stacks have URLs; a syntax error has its path first.
  for (const [, path, line] of (error.stack ?? "").matchAll(/(?:^|file:\/\/)(\/[^\s()]+?):(\d+)/gm)) {
    const url = pathToFileURL(decodeURI(path!)).href;
    if (url !== INDEX && !fileURLToPath(url).startsWith(own))
      return `${placeText({ url, line: Number(line) })}: ${error.name}: ${error.message}`;
  }
  return `${error.name}: ${error.message}`;
}
