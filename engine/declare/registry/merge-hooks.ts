/** Hooks of one declaration that are declared in several places. */
import type { Hooks } from "../declaration.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions over records are contravariant
type AnyHooks = Hooks<any, any>;

/** Hooks that do what both do, the first ones first. Where both derive a field, its value is that of the second ones. */
export function mergeHooks(one: AnyHooks, other: AnyHooks): AnyHooks {
  return {
    conflicts: { ...one.conflicts, ...other.conflicts },
    computeDefault: { ...one.computeDefault, ...other.computeDefault },
    derivesDaily: one.derivesDaily === true || other.derivesDaily === true,
    ...both("derive", one, other, (first, second) => async (record, registry) => ({
      ...(await first(record, registry)),
      ...(await second(record, registry)),
    })),
    ...both("affects", one, other, (first, second) => async (change) => [
      ...(await first(change)),
      ...(await second(change)),
    ]),
    ...both("checkWriteThrough", one, other, (first, second) => async (...write) => [
      ...(await first(...write)),
      ...(await second(...write)),
    ]),
    ...both("writeThrough", one, other, (first, second) => async (...write) => {
      await first(...write);
      await second(...write);
    }),
  };
}

/** The hook of a name: the only one there is, or what joins the two. */
function both<K extends keyof AnyHooks, H = NonNullable<AnyHooks[K]>>(
  name: K,
  one: AnyHooks,
  other: AnyHooks,
  join: (first: H, second: H) => H,
): AnyHooks {
  const [first, second] = [one, other]
    .map((hooks) => hooks[name])
    .filter((hook) => hook !== undefined) as unknown as H[];
  if (first === undefined) return {};
  return { [name]: second === undefined ? first : join(first, second) };
}
