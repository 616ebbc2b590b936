/** Resources whose fields are not known when the program is compiled. */

import type {
  CallOptions,
  CreateOptions,
  ExportQuery,
  FollowOptions,
  GetOptions,
  Page,
  PutOptions,
  RemoveOptions,
  UpdateOptions,
} from "../calls.ts";
import type { Operation } from "../operation.ts";
import type { QueryParameters } from "../transport/query.ts";

/** Any record, with its fields by name. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of any record
export type AnyRecord = Record<string, any>;

/** A resource at any path. What is below it is a property: `resource("<id>").comments`. */
export interface UntypedResource {
  (id: string): UntypedResource;
  /** Reads a record of a list. */
  get(id: string, options?: GetOptions): Promise<AnyRecord>;
  /** Reads the record at this path. */
  get(options?: GetOptions): Promise<AnyRecord>;
  list(query?: QueryParameters, options?: CallOptions): Promise<Page<AnyRecord>>;
  all(query?: QueryParameters, options?: CallOptions): AsyncGenerator<AnyRecord, void, undefined>;
  summarize(query: QueryParameters, options?: CallOptions): Promise<AnyRecord[]>;
  export(query?: ExportQuery, options?: CallOptions): Promise<Response>;
  create(draft: object, options: CreateOptions & { readonly async: true }): Promise<Operation<AnyRecord>>;
  create(draft: object, options?: CreateOptions): Promise<AnyRecord>;
  put(id: string, draft: object, options?: PutOptions): Promise<AnyRecord>;
  put(draft: object, options?: PutOptions): Promise<AnyRecord>;
  update(record: string | AnyRecord, patch: object, options?: UpdateOptions): Promise<AnyRecord>;
  update(patch: object, options?: UpdateOptions): Promise<AnyRecord>;
  remove(record: string | AnyRecord, options: RemoveOptions & { readonly async: true }): Promise<Operation<undefined>>;
  remove(record: string | AnyRecord, options?: RemoveOptions): Promise<void>;
  remove(options?: RemoveOptions): Promise<void>;
  follow(filter?: QueryParameters, options?: FollowOptions): AsyncGenerator<AnyRecord, void, undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: what is below has any name, also that of a method of functions
  readonly [below: string]: any;
}
