/** Which events a webhook asks for: all, all of a kind of record, or one type. */

const VERBS = ["created", "updated", "deleted"];

/** Every event. */
export const ALL = "*";

/** What patterns look like. */
export const FORM = `A type of event is ${ALL}, or <record>.${ALL}, or ${VERBS.map((verb) => `<record>.${verb}`).join(", ")}, such as webhook.created.`;

/**
 * Every pattern there is.
 * @param singulars the kinds of records of which something is told
 */
export function patternsOf(singulars: readonly string[]): string[] {
  return [ALL, ...singulars.flatMap((one) => [`${one}.*`, ...VERBS.map((verb) => `${one}.${verb}`)])];
}

/** Whether one of some patterns stands for a type of event. */
export function isAskedFor(type: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith(ALL) ? type.startsWith(pattern.slice(0, -ALL.length)) : type === pattern,
  );
}
