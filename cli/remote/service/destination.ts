/** Where records are written: the lists and one-to-ones of a service, as its OpenAPI document describes them. */
import type { Schema } from "../../../engine/declare/schema.ts";
import { templateVariables } from "../../../engine/resource/templates.ts";
import type { Part, ServiceDocument } from "./document.ts";

/** A list of records, a list of members, or a one-to-one. */
export type DestinationKind = "collection" | "membership" | "single";

/** A path to which records are written. */
export interface Destination {
  /** Such as `/api/missions/{mission_id}/astronauts`. */
  readonly template: string;
  /** The path of one record: `/api/missions/{mission_id}/astronauts/{astronaut_id}`. */
  readonly recordTemplate: string;
  /** Other paths of the same list. */
  readonly aliases: readonly string[];
  /** The list of the records of all parents, if there is one. */
  readonly flat: string | undefined;
  readonly kind: DestinationKind;
  /** The name of the resource, such as `crew`. */
  readonly resource: string;
  /** The name of the resource to which the list belongs, if any. */
  readonly parent: string | undefined;
  /** The field whose value ends the path of a record; undefined for a one-to-one. */
  readonly key: string | undefined;
  /** Whether arrays of records are taken. */
  readonly takesArrays: boolean;
  /** Whether it belongs to the service itself, such as webhooks, and not to the registry. */
  readonly isSystem: boolean;
  /** Whether only callers with a scope of its own may read it. */
  readonly isPrivate: boolean;
  /** The JSON Schema of a record that is created, without what the service sets. */
  readonly draft: RecordSchema;
  /** The fields that only the service sets. */
  readonly derived: ReadonlySet<string>;
  /** Fields that the service sets while another one has a value, each with that one. */
  readonly setWhile: ReadonlyMap<string, string>;
  /** Fields that contain ids, each with the lists in which the records are. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** Writable fields that count the records of a list unless they are set, each with that list. */
  readonly counts: ReadonlyMap<string, string>;
  /** Fields whose value belongs to another resource. */
  readonly writtenThrough: ReadonlySet<string>;
}

/** A schema of objects. */
export interface RecordSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

const WRITABLE_KINDS: readonly string[] = ["collection", "membership", "single"];

/** All destinations, parents before their sub-resources. */
export function destinationsOf(document: ServiceDocument): Destination[] {
  const found = new Map<string, Destination>();
  for (const [template, item] of document.paths) {
    const view = item["x-view"];
    if (!view || !WRITABLE_KINDS.includes(view.kind) || !(item.post ?? item.put)) continue;
    const first = found.get(view.resource);
    if (first) found.set(view.resource, { ...first, aliases: [...first.aliases, template] });
    else found.set(view.resource, destinationAt(document, template, item));
  }
  const flats = new Map(
    [...document.paths].flatMap(([template, { "x-view": view }]) =>
      view?.kind === "flat" ? [[view.resource, template] as const] : [],
    ),
  );
  return [...found.values()].map((each) => ({ ...each, flat: flats.get(each.resource) }));
}

function destinationAt(document: ServiceDocument, template: string, item: Part): Destination {
  const view = item["x-view"];
  const kind: DestinationKind = view.kind;
  const [itemTemplate = template, recordItem = item] = kind === "single" ? [] : itemOf(document, template);
  const key = kind === "single" ? undefined : kind === "membership" ? templateVariables(itemTemplate).at(-1) : "id";
  const whole: Part = document.resolve(document.bodySchema(item.post ?? item.put));
  const sent = document.expand(whole.oneOf?.[0] ?? whole) as Part;
  const shown: Part = document.recordSchema(recordItem.get)?.properties ?? {};
  const isDerived = (name: string): boolean => sent.properties[name]?.readOnly === true;
  const derived = new Set([...Object.keys(sent.properties), ...Object.keys(shown)].filter((name) => !canSet(name)));
  function canSet(name: string): boolean {
    return sent.properties[name] !== undefined && !isDerived(name) && (name !== "id" || key === "id");
  }
  const keyword = <T>(name: string): Map<string, T> =>
    new Map(
      Object.entries<Part>(shown).flatMap(([field, part]) =>
        canSet(field) && part[name] ? [[field, part[name]]] : [],
      ),
    );
  const properties = Object.entries<Schema>(sent.properties).filter(([name]) => canSet(name));
  return {
    template,
    recordTemplate: itemTemplate,
    aliases: [],
    flat: undefined,
    kind,
    resource: view.resource,
    parent: view.parent,
    key,
    takesArrays: view.bulk !== undefined,
    isSystem: view.system === true,
    isPrivate: view.private === true,
    draft: {
      ...sent,
      properties: Object.fromEntries(properties.map(([name, schema]) => [name, explainable(schema)])),
      required: sent.required ?? [],
    },
    derived,
    setWhile: keyword("x-set-while"),
    references: new Map([...keyword<Part>("x-reference")].map(([field, { to }]) => [field, to])),
    counts: keyword("x-counts"),
    writtenThrough: new Set(keyword("x-written-through").keys()),
  };
}

/** The path of the records of a list, and its item. */
function itemOf(document: ServiceDocument, template: string): [template: string, item: Part] | [] {
  const found = [...document.paths].find(
    ([path]) => path.startsWith(`${template}/{`) && path.indexOf("/", template.length + 1) < 0,
  );
  return found ?? [];
}

/** A schema for which the validation gives the clearest messages: ids have a format instead of a pattern, numbers need none. */
function explainable(schema: Schema): Schema {
  const { pattern, format, properties, items, ...rest } = schema;
  const isIdPattern =
    typeof pattern === "string" && new RegExp(pattern).test("a-1") && !new RegExp(pattern).test("A b");
  return {
    ...rest,
    ...(isIdPattern ? { format: "id" } : format === undefined || format === "double" ? {} : { format }),
    ...(pattern !== undefined && !isIdPattern ? { cleanText: true } : {}),
    ...(items ? { items: explainable(items as Schema) } : {}),
    ...(properties ? { properties: mapValues(properties as Record<string, Schema>, explainable) } : {}),
  };
}

function mapValues<T, U>(members: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}
