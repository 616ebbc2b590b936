/** A slower disk than this machine has: `BENCH_SYNC_MS` more for each sync. strace stops at nothing but syncs. */
const MORE = Number(process.env.BENCH_SYNC_MS || 0);

/** What a command is started by. */
export const slowDisk: readonly string[] = MORE > 0 ? tracing(`${MORE * 1_000}us`) : [];

function tracing(delay: string): string[] {
  const calls = "fsync,fdatasync";
  // As a grandchild, so that the process itself is still the child that is measured and stopped.
  const quietly = ["-D", "-f", "-qq", "-o", "/dev/null"];
  return ["strace", ...quietly, "--seccomp-bpf", "-e", `trace=${calls}`, "-e", `inject=${calls}:delay_exit=${delay}`];
}
