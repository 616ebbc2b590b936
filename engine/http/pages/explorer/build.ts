/** The built explorer, as `scripts/explorer.mjs` leaves it: read once at start, and served from memory. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { FixedBody } from "../../response/fixed-body.ts";
import { ASSET_HEADERS, shellHeaders } from "./policy.ts";

/** The folder of assets in a build, which is their address too. */
export const ASSETS = "-/assets";

/** The folder of what draws pictures. */
const STANDALONE = "standalone";

/** A build of the explorer. */
export interface Explorer {
  /** The document of every page, and its headers. */
  readonly document: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The folder with what draws pictures in a thread; undefined if the build has none. */
  readonly standalone: string | undefined;
  /** The file with a name, which has a hash of the content; undefined if there is none. */
  asset(name: string): FixedBody | undefined;
  /** The names of all files. */
  readonly names: readonly string[];
}

/** The media types of assets, by the ending of their names. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Endings of files that are already compressed. */
const UNCODED: readonly string[] = [".png", ".woff2"];

/**
 * Reads the current build.
 * @param folder where builds are kept; a file in it names the current one
 * @returns undefined if there is none
 */
export function readExplorer(folder: string): Explorer | undefined {
  const current = join(folder, "current.json");
  if (!existsSync(current)) return undefined;
  const { build } = readJson(current) as { build: string };
  const at = join(folder, build);
  const { styles } = readJson(join(at, "explorer.json")) as { styles: string[] };
  const names = readdirSync(join(at, ASSETS)).filter((name) => !isCoded(name));
  const headers = shellHeaders(styles);
  const assets = new Map(names.map((name) => [name, readBody(join(at, ASSETS, name), assetHeaders(name))]));
  return {
    document: readFileSync(join(at, "index.html"), "utf8"),
    headers,
    standalone: existsSync(join(at, STANDALONE)) ? join(at, STANDALONE) : undefined,
    asset: (name) => assets.get(name),
    names,
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The headers of an asset, by the ending of its name. */
export function assetHeaders(name: string): Record<string, string> {
  return { ...ASSET_HEADERS, "content-type": TYPES[extname(name)] ?? "application/octet-stream" };
}

/** Whether a file is another one in a content coding. */
function isCoded(name: string): boolean {
  return name.endsWith(".br") || name.endsWith(".gz");
}

function readBody(path: string, headers: Record<string, string>): FixedBody {
  const coded = { br: readIfThere(`${path}.br`), gzip: readIfThere(`${path}.gz`) };
  const known = Object.entries(coded).filter(([, bytes]) => bytes !== undefined);
  return new FixedBody(readFileSync(path), {
    headers,
    coded: Object.fromEntries(known) as Record<string, Buffer>,
    uncoded: UNCODED.includes(extname(path)),
  });
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
