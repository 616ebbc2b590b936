/** Whether a missing server is a failure: with `TEST_REQUIRES=postgres,redis,haproxy`, as in CI, its tests are not skipped. */
export function isRequired(server: "postgres" | "redis" | "haproxy"): boolean {
  return (process.env.TEST_REQUIRES ?? "").split(",").includes(server);
}
