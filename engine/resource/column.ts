/** A column of a table, and the names of columns that a record or another column implies. */
import { hash } from "node:crypto";
import { type FieldSpec, isFolded, type Member, memberIn } from "../declare/field-spec.ts";
import { FOLDING, fold, type Json } from "../declare/values.ts";
import { encode, type Kind } from "../kinds/kinds.ts";

/**
 * Where the values of a column come from. Clients write `client` and `declared` values; an `either` value is written by a
 * client, or else counts children. The others can be computed again: `derived` by the declaration, `counted` from children,
 * `copied` from another record, `path` from a reference. Stored layouts contain these words.
 */
export type Origin = "client" | "declared" | "either" | "derived" | "counted" | "copied" | "path";

/** A column of a resource's table. */
export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Its SQL type in any database, if that is not the one of its kind; it then never changes. */
  readonly type?: string;
  /** The columns beside it that hold what lists compare of its value. */
  readonly forms: readonly Form[];
  readonly indexed: boolean;
  readonly origin: Origin;
  /** The value in records that are older than the column. */
  readonly fallback: Json;
}

/** A column that the store fills with what another column's value contains: a text in folded case, or a member of an object. */
export interface Form {
  readonly name: string;
  readonly kind: Kind;
  /** Stored layouts contain these words too. */
  readonly origin: "folded" | "member";
  /** What it depends on besides the value. */
  readonly of: string;
  /** The form of a value, encoded for its column. */
  encode(value: Json | undefined): unknown;
}

/** The forms of a column's values: the folded text; the members of objects, those that are texts folded too; keys of arrays. */
export function formsOf(column: string, folded: boolean, members: readonly Member[]): Form[] {
  const ofMembers = members.flatMap((member): Form[] => {
    const { path, spec, elementKey } = member;
    const name = memberColumn(column, path);
    const value = (object: Json | undefined) => memberIn(object, member);
    const own: Form = {
      ...{ name, kind: spec.kind, origin: "member" },
      of: elementKey ? [FOLDING, ...elementKey.members].join(" ") : path.join("."),
      encode: (object) => encode(spec.kind, value(object)),
    };
    return isFolded(spec) ? [own, foldedForm(name, value)] : [own];
  });
  return folded ? [foldedForm(column, (text) => text), ...ofMembers] : ofMembers;
}

/** @param textIn the text of a value */
function foldedForm(column: string, textIn: (value: Json | undefined) => Json | undefined): Form {
  const encode = (value: Json | undefined) => {
    const text = textIn(value);
    return typeof text === "string" ? fold(text) : null;
  };
  return { name: foldedColumn(column), kind: "text", origin: "folded", of: FOLDING, encode };
}

/** The name of the column that holds the key of a record. */
export function keyColumn({ key, serialIds }: { readonly key: string; readonly serialIds: boolean }): string {
  return serialIds ? "n" : key;
}

/** The name of the column with the folded form of a text, by which it is compared and sorted. */
export function foldedColumn(column: string): string {
  return `${column}__folded`;
}

/** The name of the column with a member of the objects in another column, short enough for one with its folded form. */
export function memberColumn(column: string, path: readonly string[]): string {
  return shortened([column, ...path].join("__"), MAX_NAME_LENGTH - foldedColumn("").length);
}

/** In bytes: PostgreSQL truncates longer names of columns and indexes. */
export const MAX_NAME_LENGTH = 63;

/** A name that is not longer than that: otherwise it ends with a digest. */
export function shortened(name: string, maxLength = MAX_NAME_LENGTH): string {
  return name.length <= maxLength ? name : `${name.slice(0, maxLength - 9)}_${hash("sha1", name).slice(0, 8)}`;
}

/** The column by which a property is filtered and sorted. */
export function comparedColumn({ column, spec }: { readonly column: string; readonly spec: FieldSpec }): string {
  return isFolded(spec) ? foldedColumn(column) : column;
}

/** The name of the column with the declared value of a field that is declared or counted. The field's own column holds the value that is shown. */
export function declaredColumn(field: string): string {
  return `${field}__declared`;
}

/** The name of the column with the canonical path of a reference's target, if nothing else in the record implies it. */
export function pathColumn(field: string): string {
  return `${field}__path`;
}
