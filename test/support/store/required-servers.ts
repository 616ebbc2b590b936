/** What may not be left out: with `TEST_REQUIRES=postgres,redis`, as in CI, tests fail where such a server is missing. */
export function isRequired(server: "postgres" | "redis"): boolean {
  return (process.env.TEST_REQUIRES ?? "").split(",").includes(server);
}
