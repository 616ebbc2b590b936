import type { Values } from "../declare/values.ts";
import type { Resource } from "../resource/resource.ts";

/** Addresses a record or a list: the parent's id, if the path has one, and the record's own. */
export interface Place {
  readonly of?: string;
  readonly id?: string;
}

/** The key of the record at a place; a single has its parent's. */
export function keyAt({ kind }: Resource, { of, id }: Place): string {
  return kind === "single" ? of! : id!;
}

/** The column with the parent's id; empty without a parent. */
export function parentIdentity({ parentKey }: Resource, of: string | undefined): Values {
  return parentKey ? { [parentKey]: of! } : {};
}
