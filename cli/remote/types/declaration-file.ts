/** The declaration file of a service's resources: what the client needs to know about them. */
import { PACKAGE } from "../../../engine/runtime/package.ts";
import { describe } from "../../../kit/description/describe.ts";
import type { View } from "../../../kit/description/model.ts";
import { withArticle } from "../../../kit/description/words.ts";
import { requireResources } from "../service/description.ts";
import { block, ModelWriter, RecordNames } from "./models.ts";
import { propertyName } from "./type-text.ts";

/**
 * The declaration file of the resources in an OpenAPI document.
 * @throws Refused if it does not describe a service of this kind
 */
export function declarationFile(openApi: unknown): string {
  const document = requireResources(openApi);
  // The client declares the collections of every service itself.
  const views = describe(document).views.filter(({ isSystem }) => !isSystem);
  const names = new RecordNames(views);
  const models = new ModelWriter(document, names, views);
  // Of the views with the same records, the first one is that below a parent, which has all methods.
  const described = Map.groupBy(views, (view) => names.of(view));
  const top = views.filter(({ path }) => segments(path).length === 1);
  const parents = top.filter((view) => below(views, view).length > 0);
  return [
    `// The resources of ${document.info.title} ${document.info.version}, for its client. Written by the command \`types\`; do not edit.`,
    `import type * as client from "${PACKAGE}/client";`,
    "",
    ...[...described.values()].flatMap(([view]) => models.lines(view!)),
    ...parents.flatMap((view) =>
      block(
        [`/** What is below ${withArticle(view.one)}. */`, `export interface Below${names.of(view)}`],
        below(views, view).map((child) => member(child, resourceType(names, child))),
      ),
    ),
    ...block(
      ["/** The resources of the service: `connect<Api>(…)`. */", "export interface Api"],
      top.map((view) => {
        const type = resourceType(names, view);
        return member(view, parents.includes(view) ? `${type} & ((id: string) => Below${names.of(view)})` : type);
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

function below(views: readonly View[], parent: View): View[] {
  return views.filter(({ path }) => path.startsWith(`${parent.path}/{`));
}

function member({ path }: View, type: string): string {
  return `readonly ${propertyName(segments(path).at(-1)!.replaceAll("-", "_"))}: ${type};`;
}

const INTERFACES = {
  collection: "Collection",
  membership: "Collection",
  flat: "ReadCollection",
  reverse: "ReadList",
  referring: "ReadList",
  single: "Single",
} as const;

function resourceType(names: RecordNames, view: View): string {
  const { kind, bulk } = view;
  return `client.${bulk === undefined ? INTERFACES[kind] : "BulkCollection"}<${names.of(view)}Model>`;
}
