/** Contradictions of a registry, which stop its start all at once. */
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { getCallSites } from "node:util";

/** Declarations contradict each other, or the service that would serve them. The message lists every contradiction. */
export class Contradictions extends Error {
  override readonly name = "Contradictions";
  readonly faults: readonly string[];

  /** @param faults one sentence each */
  constructor(faults: readonly string[]) {
    super(`The declarations contradict each other:\n- ${faults.join("\n- ")}`);
    this.faults = faults;
  }
}

/** The faults of a declaration, each with the place of the declaration. */
export function placedFaults({ declaredAt }: { readonly declaredAt?: string | undefined }, faults: readonly string[]) {
  return faults.map((fault) => (declaredAt === undefined ? fault : `${declaredAt}: ${fault}`));
}

/** @throws Contradictions if there are any */
export function refuseContradictions(faults: readonly string[]): void {
  if (faults.length > 0) throw new Contradictions(faults);
}

/** The fault of something that would replace what a declaration has, such as `missions.name`. */
export function alreadyDeclared(what: string): string {
  return `${what} is declared already; an extension cannot change it, only add others.`;
}

/** A place in the source of a program. */
export interface SourcePlace {
  /** The URL of the module. */
  readonly url: string;
  readonly line: number;
}

/** The place that called the function which calls this one. */
export function callerPlace(): SourcePlace {
  const { scriptName: url, lineNumber: line } = getCallSites(3)[2]!;
  return { url, line };
}

/** A place as people write it: `registry.ts:12`, relative to the working directory unless the file is elsewhere. */
export function placeText({ url, line }: SourcePlace): string {
  const path = pathOf(url);
  return path === undefined ? `line ${line}` : `${path}:${line}`;
}

/** The path of a module, relative to the working directory unless it is elsewhere; undefined if it is no file. */
export function pathOf(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  const path = fileURLToPath(url);
  const nearby = relative(process.cwd(), path);
  return nearby.startsWith(`..${sep}`) ? path : nearby;
}
