/** Whether a missing server or browser is a failure: with `TEST_REQUIRES=postgres,redis,haproxy,chromium`, as in CI, its tests are not skipped. */
export function isRequired(server: "postgres" | "redis" | "haproxy" | "chromium"): boolean {
  return (process.env.TEST_REQUIRES ?? "").split(",").includes(server);
}
