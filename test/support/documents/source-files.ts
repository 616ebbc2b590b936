/** The source files of a folder as text: what they import, and their code without comments. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** An import of a source file. */
export interface Import {
  readonly specifier: string;
  /** The path of our own file from the same folder; undefined for a package. */
  readonly file: string | undefined;
  /** Nothing of it is left when the program runs. */
  readonly isType: boolean;
}

/** A file of a folder. */
export interface SourceFile {
  /** Below the folder, as in `store/select.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly text: string;
  /** Without comments, which are on lines of their own. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const COMMENTS = /^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
const IMPORTS = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** All source files of a folder of the repository, sorted by path. */
export function sourceFiles(
  folder: "engine" | "missions" | "cli" | "client" | "kit" | "explorer/src" | "scripts" | "test",
): SourceFile[] {
  const root = join(ROOT, folder);
  const ending = folder === "scripts" ? /\.(?:ts|mjs)$/ : /\.tsx?$/;
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => ending.test(path));
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const code = text.replace(COMMENTS, "");
    return { path, lines: text.trimEnd().split("\n").length, text, code, imports: importsOf(path, code) };
  });
}

function importsOf(path: string, code: string): Import[] {
  return Array.from(code.matchAll(IMPORTS), ([, type, fixed, dynamic]) => {
    const specifier = (fixed ?? dynamic)!;
    const file = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined;
    return { specifier, file, isType: type !== undefined };
  });
}

/** The package that an import names; undefined for Node's own modules and our own files. */
export function packageOf({ specifier, file }: Import): string | undefined {
  if (file !== undefined || specifier.startsWith("node:") || builtinModules.includes(specifier)) return undefined;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** The words of a piece of code in lower case: `crewSize` and `crew_size` are crew and size. */
export function wordsOf(code: string): Set<string> {
  return new Set(Array.from(code.matchAll(/[A-Z]?[a-z]+|[A-Z]+/g), ([word]) => word.toLowerCase()));
}
