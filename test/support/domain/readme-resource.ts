/** The registry that the README declares, as somebody who follows it would serve it. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { resolvePackage } from "../../../engine/app/registry/load.ts";
import type { Declaration } from "../../../engine/declare/declaration.ts";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const [, code = ""] = /```ts\n\/\/ registry\.ts\n(.*?)```/s.exec(readme)!;
resolvePackage();
const { default: registry } = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`);

/** The built-in resources with what it adds. */
export const extendedDomain: readonly Declaration[] = registry.resources;
