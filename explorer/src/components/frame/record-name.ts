/** The names of records, for breadcrumbs. */
import { useSyncExternalStore } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { momentIn } from "../../address/moment.ts";
import { useName } from "../../description/use-name.ts";
import { useDating } from "../../requests/past/dating.ts";
import { type ApiResponse, queries } from "../../requests/queries.ts";

/**
 * Returns the name of the record at a path. That of the page itself is taken from what the page has read; others are
 * requested. Undefined until it is known, and for records that have none but their id.
 */
export function useRecordName(path: string, view: View, isPage: boolean): string | undefined {
  const hasName = isNamed(view);
  const { moment } = useDating();
  const requested = useName(isPage || !hasName ? undefined : path);
  const read = useSyncExternalStore(onAnswer, () =>
    isPage && hasName ? nameInCache(path, moment, view.title) : undefined,
  );
  return requested ?? (typeof read === "string" ? read : undefined);
}

/** Returns whether records have names. Those of the service, such as operations, have none: nobody writes them. */
function isNamed({ isSystem, title, writable }: View): boolean {
  return !isSystem || writable.create.some(({ name }) => name === title);
}

function onAnswer(listener: () => void): () => void {
  return queries.getQueryCache().subscribe(listener);
}

function nameInCache(path: string, moment: string | undefined, title: string): unknown {
  const found = queries
    .getQueryCache()
    .getAll()
    .find(({ queryKey, state }) => isAnswerFrom(path, moment, queryKey) && state.data !== undefined);
  return (found?.state.data as ApiResponse | undefined)?.data[title];
}

function isAnswerFrom(path: string, moment: string | undefined, [method, requested]: readonly unknown[]): boolean {
  const address = String(requested);
  return method === "GET" && address.split("?")[0] === path && momentIn(address) === moment;
}
