/** Finds options that a declaration lacks, and options that there are not: programs without a type check may misspell them. */
import type { Declaration } from "../../declare/declaration.ts";

/** The options of hooks. */
export const HOOKS: readonly string[] = [
  ...["conflicts", "computeDefault", "derive", "affects", "derivesDaily", "checkWriteThrough", "writeThrough"],
];
const COMMON = [
  ...["one", "about", "fields", "rules", "links", "pictures", "page", "deprecated", "deprecatedParameters"],
  ...HOOKS,
];
const REQUIRED = ["one", "about", "fields"];

/** The options by kind: those that are required, and the others. */
const OPTIONS: Readonly<
  Record<Declaration["kind"], readonly [required: readonly string[], others: readonly string[]]>
> = {
  collection: [REQUIRED, ["of", "flat", "private", "countedAs", "bulk"]],
  single: [[...REQUIRED, "of"], []],
  membership: [
    [...REQUIRED, "of", "member", "segment", "shows", "reverse"],
    ["aliases", "copies", "unpaged"],
  ],
};

/** What each declaration has besides its options. */
const OWN = ["kind", "name", "declaredAt"];

/** One sentence per contradiction. @param declaration not one of the service's own, which have more options */
export function checkOptions(declaration: Declaration): string[] {
  const { name, kind } = declaration;
  const [required, others] = OPTIONS[kind];
  const given: Record<string, unknown> = { ...declaration };
  const unset = Object.keys(given).filter((option) => option === "of" && given[option] === undefined);
  return [
    ...unknownOptions(`${name}: a ${kind} has`, given, [...required, ...others, ...COMMON], OWN),
    ...[...new Set([...required, ...unset])]
      .filter((option) => given[option] === undefined)
      .map((option) => `${name}: ${option} is missing.`),
  ];
}

/**
 * One sentence for each option that there is not.
 * @param subject what would have it, such as `hooks have`
 * @param hidden options that are allowed, but not named
 */
export function unknownOptions(
  subject: string,
  given: object,
  allowed: readonly string[],
  hidden: readonly string[] = [],
): string[] {
  return Object.keys(given)
    .filter((option) => !allowed.includes(option) && !hidden.includes(option))
    .map((option) => `${subject} no ${option}. Allowed: ${[...new Set(allowed)].join(", ")}.`);
}
