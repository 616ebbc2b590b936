/** Simulates a slower disk: strace delays each sync by `BENCH_SYNC_MS` and traces nothing else. */
const DELAY_MS = Number(process.env.BENCH_SYNC_MS || 0);

/** The prefix of a command. */
export const slowDisk: readonly string[] = DELAY_MS > 0 ? straceCommand(`${DELAY_MS * 1_000}us`) : [];

function straceCommand(delay: string): string[] {
  const calls = "fsync,fdatasync";
  // -D runs strace as a grandchild, so that the measured process itself remains the child.
  const quietly = ["-D", "-f", "-qq", "-o", "/dev/null"];
  return ["strace", ...quietly, "--seccomp-bpf", "-e", `trace=${calls}`, "-e", `inject=${calls}:delay_exit=${delay}`];
}
