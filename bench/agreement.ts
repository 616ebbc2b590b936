/** Whether service and yardstick give the same answer, without which comparing their speed means nothing. */
import { isDeepStrictEqual } from "node:util";
import type { Case } from "./cases.ts";

/** @returns the names of the cases whose first request is answered differently, times apart */
export async function disagreements(cases: readonly Case[], service: string, yardstick: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name, requests } of cases) {
    const { path } = requests[0]!;
    const [one, other] = await Promise.all([answer(service + path), answer(yardstick + path)]);
    if (!isDeepStrictEqual(one, other)) names.push(name);
  }
  return names;
}

async function answer(url: string): Promise<object> {
  const response = await fetch(url);
  const { created_at, updated_at, _links, ...rest } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...rest };
}
