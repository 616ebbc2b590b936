/** The resource that the README declares, as somebody who follows it would add it. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type { Declaration } from "../../../engine/declare/declaration.ts";
import { domain } from "../../../missions/resources/index.ts";

const ROOT = new URL("../../../", import.meta.url);
const [, file = "", code = ""] = /```ts\n\/\/ (missions\/resources\/\S+)\n(.*?)```/s.exec(
  readFileSync(new URL("README.md", ROOT), "utf8"),
)!;
// Modules in data URLs import by whole URLs only.
const source = stripTypeScriptTypes(code).replace(/from "(\.[^"]+)"/g, (_, path: string) => {
  return `from "${new URL(path, new URL(file, ROOT))}"`;
});
const exported = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const declared = new Set<string>(domain.map(({ name }) => name));

/** The domain with that resource, which somebody may have added to it already. */
export const extendedDomain: readonly Declaration[] = [
  ...domain,
  ...(Object.values(exported) as Declaration[]).filter(({ name }) => !declared.has(name)),
];
