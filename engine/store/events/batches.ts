/** Records that are created or deleted together, and are one event. */
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import { collectionPath, topLevelPath } from "../../resource/templates.ts";
import type { StoredRecord } from "../tables.ts";
import type { RecordedChange } from "./change-event.ts";

/** What the event of a batch refers to. Records of one kind with the same subject are one event. */
export interface BatchAddress {
  readonly subject: string;
  /** The path of a list that contains all its records; null if there is none. */
  readonly list: string | null;
}

/** Returns the address of the batch to which a record belongs. */
export type AddressOf = (resource: Resource, record: Values) => BatchAddress;

/** One batch per collection. */
export const byCollection: AddressOf = (resource, record) => {
  const path = collectionPath(resource, record);
  return { subject: path, list: path };
};

/** One batch per kind, whatever the parents of its records are. */
export const byKind: AddressOf = (resource) => {
  const list = resource.views.find(({ parent }) => parent === undefined)?.path ?? null;
  return { subject: topLevelPath(resource), list };
};

/** Records that are created together. */
export class CreatedBatch implements RecordedChange {
  readonly verb = "batch_created";
  readonly resource: Resource;
  readonly subject: string;
  private readonly list: string | null;
  /** The ids of the records by their integer keys, in the order of their creation. */
  private readonly ids = new Map<number, string>();

  constructor(resource: Resource, { subject, list }: BatchAddress) {
    this.resource = resource;
    this.subject = subject;
    this.list = list;
  }

  add(record: StoredRecord): void {
    this.ids.set(record.n, record[this.resource.key] as string);
  }

  remove(record: StoredRecord): void {
    this.ids.delete(record.n);
  }

  data(time: string): Values | undefined {
    const [first] = this.ids.values();
    if (first === undefined) return undefined;
    return {
      count: this.ids.size,
      first_id: first,
      last_id: [...this.ids.values()].at(-1)!,
      link: this.list && `${this.list}?created_at=${time}`,
    };
  }
}

/** Records that are deleted together. */
export class DeletedBatch implements RecordedChange {
  readonly verb = "batch_deleted";
  readonly resource: Resource;
  readonly subject: string;
  private count = 0;
  private deletedWith: number | undefined;

  constructor(resource: Resource, { subject }: BatchAddress) {
    this.resource = resource;
    this.subject = subject;
  }

  /** @param deletedWith the integer key of the parent whose deletion deleted them; their versions have it too */
  add(count: number, deletedWith: number): void {
    this.count += count;
    this.deletedWith = deletedWith;
  }

  data(): Values | undefined {
    return this.count === 0 ? undefined : { count: this.count, deleted_with: this.deletedWith! };
  }
}
