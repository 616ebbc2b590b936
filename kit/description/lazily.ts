/**
 * Makes an object whose members are computed when they are first read, each once: a page needs few of the many views that a
 * service has.
 */
export function lazily<T extends object>(members: { readonly [Name in keyof T]: () => T[Name] }): T {
  const object = {} as T;
  for (const name of Object.keys(members) as (keyof T)[])
    Object.defineProperty(object, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = members[name]();
        Object.defineProperty(object, name, { enumerable: true, value });
        return value;
      },
    });
  return object;
}
