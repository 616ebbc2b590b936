/** Checks that service and baseline return the same; otherwise their speeds are not comparable. */
import { isDeepStrictEqual } from "node:util";
import type { Case } from "./cases.ts";

/** Returns the names of the cases whose first request gets different responses, ignoring timestamps. */
export async function disagreements(cases: readonly Case[], service: string, baseline: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name, requests } of cases) {
    const { path } = requests[0]!;
    const [one, other] = await Promise.all([answer(service + path), answer(baseline + path)]);
    if (!isDeepStrictEqual(one, other)) names.push(name);
  }
  return names;
}

async function answer(url: string): Promise<object> {
  const response = await fetch(url);
  const { created_at, updated_at, _links, ...rest } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...rest };
}
