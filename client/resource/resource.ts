/** A resource at a path: its methods and its sub-resources. */

import type { FollowOptions } from "../calls.ts";
import { follow } from "../events/follow.ts";
import type { QueryParameters } from "../transport/query.ts";
import type { Transport } from "../transport/transport.ts";
import type { UntypedResource } from "../types/untyped.ts";
import { pathBelow, recordPath } from "./addresses.ts";
import { readsOf } from "./reads.ts";
import { writesOf } from "./writes.ts";

/**
 * The resource at a path. It is a function: an id returns the record's resource. Every property that is not a method is the
 * sub-resource of that name, with underscores for hyphens. Nothing is sent until a method is called.
 */
export function resourceAt(transport: Transport, path: string): UntypedResource {
  const methods: Readonly<Record<string, unknown>> = {
    ...readsOf(transport, path),
    ...writesOf(transport, path),
    follow: (filter?: QueryParameters, options?: FollowOptions) => follow(transport, path, filter, options),
  };
  const record = (id: string): UntypedResource => resourceAt(transport, recordPath(path, id));
  return new Proxy(record, {
    get: (_, name) => member(methods, name, (below) => resourceAt(transport, below), path),
  }) as UntypedResource;
}

/** A method, or the sub-resource of this name. */
export function member(
  methods: Readonly<Record<string, unknown>>,
  name: string | symbol,
  at: (path: string) => unknown,
  path: string,
): unknown {
  // A thenable would be called when a promise resolves to it.
  if (typeof name === "symbol" || name === "then") return undefined;
  return Object.hasOwn(methods, name) ? methods[name] : at(pathBelow(path, name));
}
