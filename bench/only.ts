/** Which cases are measured: all, or with `BENCH_ONLY` those whose name has it in it. */
const ONLY = process.env.BENCH_ONLY ?? "";

/** Whether every case is measured: what is told of a server that had them all makes sense only then. */
export const allAsked = ONLY === "";

export function isAsked({ name }: { readonly name: string }): boolean {
  return name.includes(ONLY);
}
