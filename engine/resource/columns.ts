/** The columns of a resource's table. */

import { type FieldSpec, isFolded, isVirtual, type Member, membersOf } from "../declare/field-spec.ts";
import type { Json } from "../declare/values.ts";
import { type Kind, kindOf } from "../kinds/kinds.ts";
import { type Column, declaredColumn, formsOf, type Origin, pathColumn } from "./column.ts";
import type { Resource } from "./resource.ts";

/** The columns of a resource that has its relations. */
export function columnsOf(resource: Resource): Column[] {
  const { kind, parentKey, member, key, serialIds, copies, fields, childCounts } = resource;
  return [
    ...(kind === "collection" && !serialIds ? [column("id", "id", "client")] : []),
    ...(parentKey ? [column(parentKey, "id", "client", { indexed: false })] : []),
    ...(member ? [column(key, "id", "client", { indexed: false })] : []),
    ...copies.map(({ column: name, spec }) =>
      column(name, spec.kind, "copied", { indexed: false, members: membersOf(spec) }),
    ),
    ...[...fields].flatMap(([name, spec]) => fieldColumns(resource, name, spec)),
    ...childCounts.map((count) => column(count.column, "integer", "counted", { indexed: false, fallback: 0 })),
  ];
}

function fieldColumns({ targetPaths }: Resource, name: string, spec: FieldSpec): Column[] {
  const { count, overflowCode, kind, reference } = spec;
  if ((count && !overflowCode) || isVirtual(name, spec)) return [];
  const fallback = overflowCode ? 0 : spec.fallback;
  const hasPath = reference && !targetPaths.has(name);
  return [
    column(name, kind, originOf(spec), {
      ...{ indexed: isIndexed(spec), fallback, folded: isFolded(spec), members: membersOf(spec) },
    }),
    ...(overflowCode ? [column(declaredColumn(name), "integer", "declared", { indexed: false })] : []),
    ...(hasPath ? [column(pathColumn(name), "text", "path", { indexed: false, folded: false })] : []),
  ];
}

function column(
  name: string,
  kind: Kind,
  origin: Origin,
  options: { indexed?: boolean; fallback?: Json; folded?: boolean; members?: readonly Member[] } = {},
): Column {
  const {
    indexed = kindOf(kind).isIndexed ?? false,
    fallback = null,
    folded = kind === "text",
    members = [],
  } = options;
  return { name, kind, origin, indexed, fallback, forms: formsOf(name, folded, members) };
}

/** Whether a field has an index. In most records, an unlisted enum has its default, so an index would not help. */
function isIndexed({ kind, presence, listed, hidden, secret }: FieldSpec): boolean {
  // A secret is looked up by its stored form. Of hidden fields, only references are looked up, by delete rules.
  if (secret || kind === "reference") return true;
  if (hidden) return false;
  if (kind === "text") return listed;
  return kindOf(kind).isIndexed === true && (kind !== "enum" || listed || presence !== "defaulted");
}

function originOf({ presence, writtenThrough, overflowCode, secret }: FieldSpec): Origin {
  if (overflowCode) return "either";
  if (secret) return "client";
  return presence === "derived" || writtenThrough ? "derived" : "client";
}
