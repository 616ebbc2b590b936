/** The columns of a resource's table. */
import { type FieldSpec, type Kind, TEXT_KINDS } from "../declare/field-spec.ts";
import type { Json } from "../declare/values.ts";
import { type Column, declaredColumn, type Origin, pathColumn, type Resource } from "./resource.ts";

/** The kinds by which lists are usually filtered and sorted. Filters on other kinds scan the table. */
const INDEXED: readonly Kind[] = ["id", "enum", "reference", "date", "instant"];

/** The columns of a resource that has its relations. */
export function columnsOf(resource: Resource): Column[] {
  const { kind, parentKey, member, key, copies, fields, childCounts } = resource;
  return [
    ...(kind === "collection" ? [column("id", "id", "client")] : []),
    ...(parentKey ? [column(parentKey, "id", "client", { indexed: false })] : []),
    ...(member ? [column(key, "id", "client", { indexed: false })] : []),
    ...copies.map((copy) => column(copy.column, copy.spec.kind, "copied", { indexed: false })),
    ...[...fields].flatMap(([name, spec]) => fieldColumns(name, spec)),
    ...childCounts.map((count) => column(count.column, "integer", "counted", { indexed: false, fallback: 0 })),
  ];
}

function fieldColumns(name: string, spec: FieldSpec): Column[] {
  const { count, overflowCode, constant, kind, reference, secret } = spec;
  if ((count && !overflowCode) || constant !== undefined) return [];
  const fallback = overflowCode ? 0 : spec.fallback;
  const own = column(name, kind, originOf(spec), { indexed: isIndexed(spec), fallback });
  return [
    // A secret is looked up by its stored form.
    secret ? { ...own, folded: false, indexed: true } : own,
    ...(overflowCode ? [column(declaredColumn(name), "integer", "declared", { indexed: false })] : []),
    ...(reference ? [{ ...column(pathColumn(name), "text", "path", { indexed: false }), folded: false }] : []),
  ];
}

function column(
  name: string,
  kind: Kind,
  origin: Origin,
  options: { indexed?: boolean; fallback?: Json } = {},
): Column {
  const { indexed = INDEXED.includes(kind), fallback = null } = options;
  return { name, kind, origin, indexed, fallback, folded: TEXT_KINDS.includes(kind) };
}

/** Whether a field has an index. In most records, an unlisted enum has its default, so an index would not help. */
function isIndexed({ kind, presence, listed }: FieldSpec): boolean {
  if (kind === "text") return listed;
  return INDEXED.includes(kind) && (kind !== "enum" || listed || presence !== "defaulted");
}

function originOf({ presence, writtenThrough, overflowCode, secret }: FieldSpec): Origin {
  if (overflowCode) return "either";
  if (secret) return "client";
  return presence === "derived" || writtenThrough ? "derived" : "client";
}
