/** What a record is known by: its parent's id and its own, in the columns that hold them. */
import { v7 as timeOrderedUuid } from "uuid";
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Submission } from "../../resource/submission.ts";
import type { Place } from "../store.ts";

/** The id by which a record is found at a place: a one-to-one has its parent's. */
export function keyOf({ kind }: Resource, { of, id }: Place): string {
  return kind === "single" ? of! : id!;
}

/** The columns that say whose a record is; none where it is nobody's. */
export function parentIdentity({ parentKey }: Resource, of: string | undefined): Values {
  return parentKey ? { [parentKey]: of! } : {};
}

/** The identity of a new record: the member's, the one that was asked for, or one that is made. */
export function newIdentity(resource: Resource, of: string | undefined, { body }: Submission): Values {
  const key = resource.member ? body[resource.key]! : (body.id ?? timeOrderedUuid());
  return { ...parentIdentity(resource, of), [resource.key]: key };
}
