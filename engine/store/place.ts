import { isId, keyOfSerialId, type Values } from "../declare/values.ts";
import type { Resource } from "../resource/resource.ts";

/** Addresses a record or a list: the parent's id, if the path has one, and the record's own. */
export interface Place {
  readonly parentId?: string | undefined;
  readonly id?: string | undefined;
}

/** Whether a record of a resource can have this id. Databases do not accept every text. */
export function isIdOf({ serialIds }: Resource, id: string): boolean {
  return serialIds ? keyOfSerialId(id) !== undefined : isId(id);
}

/** The key of the record at a place; a single has its parent's. */
export function keyAt({ kind }: Resource, { parentId, id }: Place): string {
  return kind === "single" ? parentId! : id!;
}

/** The column with the parent's id; empty without a parent. */
export function parentIdentity({ parentKey }: Resource, parentId: string | undefined): Values {
  return parentKey ? { [parentKey]: parentId! } : {};
}
