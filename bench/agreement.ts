/** Checks that the service and the baseline return the same responses. Otherwise their speeds are not comparable. */
import { isDeepStrictEqual } from "node:util";
import type { Case } from "./cases.ts";

/** Returns the names of the cases whose first request gets different responses, ignoring timestamps. */
export async function disagreements(cases: readonly Case[], service: string, baseline: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name, requests } of cases) {
    const { path } = requests[0]!;
    const [fromService, fromBaseline] = await Promise.all([
      fetchComparable(service + path),
      fetchComparable(baseline + path),
    ]);
    if (!isDeepStrictEqual(fromService, fromBaseline)) names.push(name);
  }
  return names;
}

async function fetchComparable(url: string): Promise<object> {
  const response = await fetch(url);
  const { created_at, updated_at, _links, ...rest } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...rest };
}
