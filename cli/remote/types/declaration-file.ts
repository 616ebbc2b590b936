/** The declaration file of a service's resources: what the client needs to know about them. */
import { API_KEYS } from "../../../engine/access/api-keys.ts";
import { EVENTS } from "../../../engine/events/declaration.ts";
import { withArticle } from "../../../engine/http/openapi/naming.ts";
import { OPERATIONS } from "../../../engine/operations/declaration.ts";
import { PACKAGE } from "../../../engine/runtime/package.ts";
import { WEBHOOKS } from "../../../engine/webhooks/webhook.ts";
import type { Part } from "../service/document.ts";
import { type DescribedPath, ResourceDocument } from "./document.ts";
import { block, ModelWriter, RecordNames } from "./models.ts";
import { propertyName } from "./type-text.ts";

/** The collections of every service: the client declares them itself. */
const SERVICE: readonly string[] = [API_KEYS, EVENTS, OPERATIONS, WEBHOOKS];

/**
 * The declaration file of the resources in an OpenAPI document.
 * @throws Refused if it does not describe a service of this kind
 */
export function declarationFile(openApi: Part): string {
  const document = new ResourceDocument(openApi);
  const paths = document.views.filter(
    ({ path, view }) => view.kind !== "item" && !SERVICE.includes(segments(path)[0]!),
  );
  const names = new RecordNames(document, paths);
  const models = new ModelWriter(document, names, paths);
  // Of the views with the same records, the first one is that below a parent, which has all methods.
  const described = Map.groupBy(paths, (path) => names.of(path));
  const top = paths.filter(({ path }) => segments(path).length === 1);
  const parents = top.filter(({ path }) => below(paths, path).length > 0);
  return [
    `// The resources of ${document.title} ${document.version}, for its client. Written by the command \`types\`; do not edit.`,
    `import type * as client from "${PACKAGE}/client";`,
    "",
    ...[...described.values()].flatMap(([path]) => models.lines(path!)),
    ...parents.flatMap((path) =>
      block(
        [`/** What is below ${withArticle(path.view.one)}. */`, `export interface Below${names.of(path)}`],
        below(paths, path.path).map((child) => member(child, resourceType(names, child))),
      ),
    ),
    ...block(
      ["/** The resources of the service: `connect<Api>(…)`. */", "export interface Api"],
      top.map((path) => {
        const type = resourceType(names, path);
        return member(path, parents.includes(path) ? `${type} & ((id: string) => Below${names.of(path)})` : type);
      }),
    ),
  ].join("\n");
}

/** The segments of a path below the root, without those that are ids. */
function segments(path: string): string[] {
  return path
    .split("/")
    .slice(2)
    .filter((segment) => !segment.startsWith("{"));
}

function below(paths: readonly DescribedPath[], parent: string): DescribedPath[] {
  return paths.filter(({ path, view }) => view.kind !== "flat" && path.startsWith(`${parent}/{`));
}

function member({ path }: DescribedPath, type: string): string {
  return `readonly ${propertyName(segments(path).at(-1)!.replaceAll("-", "_"))}: ${type};`;
}

const INTERFACES = {
  collection: "Collection",
  membership: "Collection",
  flat: "ReadCollection",
  reverse: "ReadList",
  single: "Single",
  item: "Single",
} as const;

function resourceType(names: RecordNames, path: DescribedPath): string {
  const { kind, bulk } = path.view;
  return `client.${bulk === undefined ? INTERFACES[kind] : "BulkCollection"}<${names.of(path)}Model>`;
}
