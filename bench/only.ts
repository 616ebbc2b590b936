/** The cases to measure: all, or those whose name contains `BENCH_ONLY`. */
const ONLY = process.env.BENCH_ONLY ?? "";

/** A case, and the name of the database unless the case names it. */
interface Named {
  readonly name: string;
  readonly store?: string | undefined;
}

/** Whether to measure a case. */
export function isSelected({ name, store }: Named): boolean {
  return (store === undefined ? name : `${name}, ${store}`).includes(ONLY);
}
