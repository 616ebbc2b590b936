/** What `doctor` finds. */

/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** `warning`: it works, but should be looked at. `skipped`: it could not be checked, for a reason that is no fault. */
  readonly status: "ok" | "warning" | "failed" | "skipped";
  readonly finding: string;
  /** What to do. */
  readonly remedy?: string;
}

/** Runs one check. */
export type Check = () => Promise<Omit<Finding, "check">>;
