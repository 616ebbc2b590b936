/** What a list answers, and how a question to it is written. */
import { type Answer, type Body, faultsOf, type Served } from "./serve.ts";

/** A query string with every name and value percent-encoded. */
export function query(...parameters: readonly (readonly [name: string, value: string])[]): string {
  return parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}

/** The items of a list, whatever their plural name. */
export function itemsOf(answer: Answer): Body[] {
  return Object.values(answer.body as Body).find(Array.isArray) as Body[];
}

export function idsOf(answer: Answer): string[] {
  return itemsOf(answer).map((item) => item.id);
}

/** The ids that a list answers, or its status and faults when it refuses: one value to compare with what is expected. */
export async function idsAt(served: Served, path: string): Promise<unknown> {
  const answer = await served.get(path);
  return answer.status === 200 ? idsOf(answer) : [answer.status, faultsOf(answer)];
}

/** The messages of a refusal, by the parameter that each is about. */
export function messagesOf(answer: Answer): Record<string, string> {
  const errors = answer.body.errors as { parameter: string; message: string }[];
  return Object.fromEntries(errors.map(({ parameter, message }) => [parameter, message]));
}

/** Creates records, several at a time. */
export async function createAll(served: Served, path: string, records: readonly object[]): Promise<Answer[]> {
  const answers = await Promise.all(records.map((record) => served.post(path, record)));
  const refused = answers.find((answer) => answer.status !== 201);
  if (refused) throw new Error(`POST ${path}: ${refused.text}`);
  return answers;
}
