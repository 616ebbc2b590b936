/** Rules for the source that hold in several folders. Each returns its faults, one a line. */
import assert from "node:assert/strict";
import { posix } from "node:path";
import { domain } from "../../../missions/resources/index.ts";
import { type SourceFile, wordsOf } from "./source-files.ts";

/** Asserts that there are no faults; a failure shows all of them. */
export function assertNone(faults: readonly string[], sentence: string): void {
  assert.deepEqual(faults, [], sentence);
}

/** The first folder of a path, or its file; with `../` if it is not below the folder of the files. */
export const folderOf = (path: string): string => /^(?:\.\.\/)*[^/]+/.exec(path)![0];

/** Imports from parts of a folder that come later in their order; and files in no part of it. */
export function importsUpward(files: readonly SourceFile[], order: readonly string[]): string[] {
  const rankOf = (path: string): number => order.indexOf(folderOf(path));
  return [
    ...files.filter(({ path }) => rankOf(path) < 0).map(({ path }) => `${path} is in no known part`),
    ...files.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && !file.startsWith("..") && rankOf(file) > rankOf(path))
        .map(({ file }) => `${path} → ${file}`),
    ),
  ];
}

/** A file of a folder with its path, and those of its imports, from the root of the repository. */
export function fromRoot(folder: string, file: SourceFile): SourceFile {
  const absolute = (path: string | undefined) => path && posix.join(folder, path);
  const imports = file.imports.map((each) => ({ ...each, file: absolute(each.file) }));
  return { ...file, path: posix.join(folder, file.path), imports };
}

/** Circles of imports, even of types. The paths begin at the root of the repository. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const next = new Map(files.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]));
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    else if (!done.has(path)) for (const to of next.get(path) ?? []) follow(to, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) follow(path, []);
  return circles;
}

/** What a file imports, directly and through others. The paths begin at the root of the repository. */
export function reachedFrom(path: string, files: readonly SourceFile[]): string[] {
  const next = new Map(files.map((file) => [file.path, file.imports.flatMap(({ file }) => file ?? [])]));
  const reached = new Set([path]);
  for (const each of reached) for (const to of next.get(each) ?? []) reached.add(to);
  return [...reached];
}

/** Words of the domain that are everyday words too. */
const EVERYDAY = ["data", "member", "record", "source", "sources", "space", "system"];
const LORE = ["moon", "lunar", "orbit", "orbital", "rocket", "launch", "cosmonaut", "flight", "gagarin", "apollo"];

/** The words in the names of the domain's resources, singular and plural. */
export function domainWords(): string[] {
  const names = domain.flatMap((declaration) => [
    declaration.name,
    declaration.one,
    declaration.kind === "membership" ? declaration.segment : declaration.name,
  ]);
  const words = [...names.flatMap((name) => [...wordsOf(name)]), ...LORE];
  return words.flatMap((word) => [word, word.replace(/s$/, "")]).filter((word) => !EVERYDAY.includes(word));
}

/** Words of the domain in code. */
export function spokenOf(path: string, code: string): string[] {
  const used = wordsOf(code);
  return [...new Set(domainWords().filter((word) => used.has(word)))].map((word) => `${path}: ${word}`);
}

/** Files whose names say nothing. */
export function vaguelyNamed(files: readonly SourceFile[]): string[] {
  const vague = /(^|[/.-])(utils?|helpers?|commons?|managers?|misc)([/.-]|$)/;
  return files.map(({ path }) => path).filter((path) => vague.test(path));
}

/** Files with a default export. */
export function withDefaultExport(files: readonly SourceFile[]): string[] {
  return files.filter(({ code }) => /^export\s+default\b|\bas default\b/m.test(code)).map(({ path }) => path);
}

/** Files of more than 250 lines, and those over 200 if they are more than one in twenty. */
export function longFiles(files: readonly SourceFile[]): string[] {
  const longer = (limit: number) =>
    files.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines}`);
  const over200 = longer(200);
  return over200.length > files.length / 20 ? over200 : longer(250);
}

/** Families of files that are alike, one for each member: they may have any number of files. */
const FAMILIES = ["engine/kinds", "explorer/src/fields/kinds"];

/** Folders of more than 15 files. */
export function largeFolders(files: readonly SourceFile[]): string[] {
  const sizes = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  return [...sizes]
    .filter(([folder, within]) => within.length > 15 && !FAMILIES.includes(folder))
    .map(([folder, { length }]) => `${folder}: ${length} files`);
}
