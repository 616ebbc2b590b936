/** Makes a registry of its own parts and, unless it stands alone, of the built-in one. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Declaration } from "../../declare/declaration.ts";
import { addHooks, type HookedDeclaration, hookFaults } from "../../declare/declare.ts";
import {
  Contradictions,
  pathOf,
  placedFaults,
  placeText,
  refuseContradictions,
  type SourcePlace,
} from "../../declare/registry/contradictions.ts";
import { EXTENSION_OPTIONS, type Extension, extended, extensionFaults } from "../../declare/registry/extension.ts";
import type { DataByResource, DataSource, Examples, Registry } from "../../declare/registry/registry.ts";
import { HOOKS, unknownOptions } from "../../resource/checks/check-options.ts";
import { buildCatalog } from "../bootstrap.ts";

/** The parts of a registry, none of which is required if it extends another one. */
export interface RegistryParts {
  /** Names the service for programs: in the default path of its database, in realms, locks and the user agent. */
  readonly name?: string;
  /** Names the service for people: on pages, and in the OpenAPI document. */
  readonly title?: string;
  /**
   * Tells people what the service is, in 1 to 2,000 characters: on its home page, on `/docs`, and in the OpenAPI document. An
   * empty line separates paragraphs, other line breaks do not matter; backticks mark code.
   */
  readonly about?: string;
  /** Its own resources, parents before children. */
  readonly resources?: readonly Declaration[];
  /** What it adds to other resources, by their names. */
  readonly extend?: Readonly<Record<string, Extension | undefined>>;
  /** Hooks of any resource. */
  readonly hooks?: readonly HookedDeclaration[];
  /**
   * The data that an empty database gets: arrays of records by resource; or a folder with one JSON file per resource, relative
   * to the module that calls `registry`.
   */
  readonly data?: string | URL | DataByResource;
  /** Requests and commands to try. */
  readonly examples?: Examples;
}

/**
 * Makes a registry.
 * @param base what it extends; undefined if it stands alone
 * @param place of the call, for messages
 * @throws Contradictions with every one that the parts have, among themselves and with the base
 */
export function extendRegistry(base: Registry | undefined, parts: RegistryParts, place: SourcePlace): Registry {
  const { resources = [], extend = {}, hooks = [], examples = base?.examples } = parts;
  const { name = base?.name ?? "", title = base?.title ?? "" } = parts;
  const about = parts.about === undefined ? base?.about : paragraphsOf(parts.about).join("\n\n");
  const declared = [...(base?.resources ?? []), ...resources];
  const data = parts.data === undefined ? [] : [sourceOf(parts.data, place)];
  const faults = [
    ...nameFaults({ name, title, about }, base === undefined),
    ...(declared.length === 0 ? ["There are no resources."] : []),
    ...Object.entries(extend).flatMap(([each, extension = {}]) => {
      const declaration = declared.find((other) => other.name === each);
      if (declaration)
        return [
          ...unknownOptions(`${each}: an extension has`, extension, EXTENSION_OPTIONS),
          ...extensionFaults(declaration, extension),
        ];
      return [`There is an extension of ${each}, which is not declared.`];
    }),
    ...hookFaults(declared, hooks),
    ...hooks.flatMap((each) => unknownOptions(`${each.name}: hooks have`, each.hooks, HOOKS)),
    ...unknownOptions("A registry has", parts, PARTS),
    ...data.flatMap((source) => dataFaults(source, declared)),
  ];
  const declaredAt = placeText(place);
  const all = related(
    addHooks(declared, hooks).map((declaration) => {
      const extension = extend[declaration.name];
      return extension ? { ...extended(declaration, extension), declaredAt } : declaration;
    }),
  );
  refuseContradictions([...placedFaults({ declaredAt }, faults), ...faultsBetween(all)]);
  const module = pathOf(place.url);
  return {
    name,
    title,
    ...(about === undefined ? {} : { about }),
    ...(module === undefined ? {} : { module }),
    resources: all,
    data: [...(base?.data ?? []), ...data],
    ...(examples === undefined ? {} : { examples }),
  };
}

/** The options of a registry. */
const PARTS = ["builtin", "builtinData", "name", "title", "about", "resources", "extend", "hooks", "data", "examples"];

/** The declarations, each with its parent and member as they are now. */
function related(declarations: readonly Declaration[]): Declaration[] {
  const byName = new Map<string, Declaration>();
  const now = <P extends { readonly name: string }>(side: P): P => (byName.get(side.name) as P | undefined) ?? side;
  return declarations.map((declaration) => {
    const sides = {
      ...(declaration.of && { of: now(declaration.of) }),
      ...(declaration.kind === "membership" && declaration.member && { member: now(declaration.member) }),
    };
    const updated = { ...declaration, ...sides } as Declaration;
    byName.set(declaration.name, updated);
    return updated;
  });
}

/** The contradictions between declarations, with those of the service itself. */
function faultsBetween(declarations: readonly Declaration[]): readonly string[] {
  try {
    if (declarations.length > 0) buildCatalog(declarations);
    return [];
  } catch (error) {
    if (error instanceof Contradictions) return error.faults;
    throw error;
  }
}

/** Names stand in file names, in header fields, and in names of PostgreSQL, which has 63 bytes for them. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME = 40;
const MAX_TITLE = 100;
const MAX_ABOUT = 2_000;

/** The paragraphs of a text, each as one line: it is indented as the source is, which Markdown would take for code. */
function paragraphsOf(text: string): string[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((each) => each.trim().replace(/\s+/g, " "));
}

function nameFaults(
  { name, title, about }: Pick<Registry, "name" | "title"> & { readonly about: string | undefined },
  standsAlone: boolean,
): string[] {
  const needed = standsAlone ? " It needs one, because it does not extend the built-in registry." : "";
  const isName = NAME.test(name) && name.length <= MAX_NAME;
  const isAbout =
    about === undefined || (about !== "" && about.length <= MAX_ABOUT && !/\p{Cc}/u.test(about.replaceAll("\n", "")));
  const isTitle = title.trim() !== "" && title.length <= MAX_TITLE && !/\p{Cc}/u.test(title);
  return [
    ...(isName
      ? []
      : [
          `The name ${JSON.stringify(name)} is not lowercase words joined by hyphens, up to ${MAX_NAME} characters.${needed}`,
        ]),
    ...(isTitle
      ? []
      : [`The title ${JSON.stringify(title)} is not one line of 1 to ${MAX_TITLE} characters.${needed}`]),
    ...(isAbout
      ? []
      : [
          `The text \`about\` has ${about.length.toLocaleString("en")} characters; it may have 1 to ${MAX_ABOUT.toLocaleString("en")}, and no control characters.`,
        ]),
  ];
}

/** The folder, or the records. */
function sourceOf(data: string | URL | DataByResource, { url }: SourcePlace): DataSource {
  if (typeof data !== "string" && !(data instanceof URL)) return data;
  return fileURLToPath(new URL(data, url));
}

function dataFaults(source: DataSource, declared: readonly Declaration[]): string[] {
  if (typeof source === "string") return existsSync(source) ? [] : [`There is no folder ${source} with data.`];
  return Object.keys(source)
    .filter((name) => !declared.some((declaration) => declaration.name === name))
    .map((name) => `There are data of ${name}, which is not declared.`);
}
