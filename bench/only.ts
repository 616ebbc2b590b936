/** The cases to measure: all, or those whose name contains `BENCH_ONLY`. */
const ONLY = process.env.BENCH_ONLY ?? "";

/** Whether to measure a case. */
export function isSelected({ name }: { readonly name: string }): boolean {
  return name.includes(ONLY);
}
