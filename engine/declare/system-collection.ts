/** The collections of the service itself, such as API keys, operations and events. */
import type { Fault } from "../problem.ts";
import type { Collection, ConflictContext, Declaration, Method, Parent } from "./declaration.ts";
import type { Author } from "./field-spec.ts";
import type { CollectionRecord, Fields } from "./record-types.ts";
import type { Values } from "./values.ts";

/** A change that a caller requests. */
export interface RequestedChange<R> extends ConflictContext<R> {
  readonly author: Author;
  /** The body of the request. */
  readonly body: Values;
}

/** A collection with options that no domain needs. */
export interface SystemCollection<F extends Fields = Fields, One extends string = string, P extends Parent = Parent>
  extends Collection<F, One, P> {
  readonly system: true;
  /** The methods that its paths accept, if not all. */
  readonly methods?: readonly Method[];
  /** The field with the name of the caller to whom a record belongs. Only that caller and the admin see it. */
  readonly ownedBy?: keyof F & string;
  /** The internal field with the scope that a record requires of its readers, besides that of the collection. */
  readonly rowScope?: keyof F & string;
  /** Who receives the events of its records, if not every reader. */
  readonly eventScope?: "admin" | "nobody";
  /** Whether its records are the event log of all others. */
  readonly eventLog?: boolean;
  /** Whether ids are the integer keys, in 16 digits, which the service assigns in ascending order. */
  readonly serialIds?: boolean;
  /** What DELETE does instead of deleting the record. Conflicts are checked as for any change. */
  readonly softDelete?: {
    readonly about: string;
    changes(record: Values, now: string): Values;
  };
  /** Returns the seconds that a reader should wait before reading the record again; undefined if it will not change. */
  readonly retryAfter?: (record: Values) => number | undefined;
  /** Whether its records are deleted with their parent, and do not block its deletion. */
  readonly deletedWithParent?: boolean;
  /**
   * Checks a body before the transaction begins, because the check needs other systems. Returns faults of fields of the body;
   * those of fields that keep their value are ignored.
   */
  readonly asyncCheck?: (body: Values) => Promise<readonly Fault[]>;
  /**
   * Refuses a creation or a change for which the scopes of the path are not enough. Runs in its transaction; changes of the
   * service itself need no permit.
   * @throws Problem, usually `forbidden`
   */
  readonly permit?: (change: RequestedChange<CollectionRecord<F, P>>) => Promise<void>;
}

/** Declares a system collection. */
export function systemCollection<F extends Fields, const One extends string, P extends Parent = never>(
  name: string,
  spec: Omit<SystemCollection<F, One, P>, "kind" | "name" | "system">,
): SystemCollection<F, One, P> {
  return { kind: "collection", system: true, name, ...spec };
}

/** Whether a declaration is a system collection. */
// biome-ignore lint/suspicious/noExplicitAny: as in `Declaration`
export function isSystemCollection(declaration: Declaration): declaration is SystemCollection<any, any, any> {
  return declaration.kind === "collection" && "system" in declaration;
}
