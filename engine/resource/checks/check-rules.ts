/** Finds rules of fields that there are not, and rules that read such fields. */
import type { Declaration, Rules } from "../../declare/declaration.ts";

/** One sentence per contradiction. */
export function checkRules({ name, fields, rules = {} }: Declaration): string[] {
  return Object.entries(rules as Rules<Record<string, never>>).flatMap(([field, sentences = {}]) => {
    if (!(field in fields)) return [`${name}.${field} has a rule, but is not a field.`];
    return Object.entries(sentences).flatMap(([sentence, holds]) =>
      unknownNames(fields, holds).map(
        (read) => `${name}.${field}: the rule "${sentence}" reads ${read}, which is not a field.`,
      ),
    );
  });
}

/** The names that a rule reads of a record without values, and that are no fields. Where it ends early, it may read more. */
function unknownNames(fields: object, holds: (...given: never[]) => boolean): readonly string[] {
  const read = new Set<string>();
  const record = new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === "string" && !(name in fields)) read.add(name);
        return null;
      },
    },
  );
  try {
    holds(...([record, { today: "2000-01-01", now: "2000-01-01T00:00:00.000Z", before: null }] as unknown as never[]));
  } catch {
    // It expects values, which records of requests have.
  }
  return [...read];
}
