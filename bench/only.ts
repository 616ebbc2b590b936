/** Which cases are measured: all, or with `BENCH_ONLY` those whose name has it in it. */
const ONLY = process.env.BENCH_ONLY ?? "";

export function isAsked({ name }: { readonly name: string }): boolean {
  return name.includes(ONLY);
}
