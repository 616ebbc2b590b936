/** The collection of operations: requests that were accepted to run later. */
import { anyObject, integer, object, oneOf, text } from "../declare/fields.ts";
import { timestamp } from "../declare/service-fields.ts";
import { systemCollection } from "../declare/system-collection.ts";

/** Its name in the catalog, and in its path. */
export const OPERATIONS = "operations";

/** Seconds after which a caller should poll an unfinished operation again. */
export const RETRY_AFTER_S = 1;

/** The maximum size of a problem document in bytes; it lists at most a thousand faults. */
const MAX_PROBLEM_BYTES = 1024 * 1024;

/** Whether an operation of this status still has to run, or to finish. */
export function isUnfinished(status: unknown): boolean {
  return status === "pending" || status === "running";
}

/** The collection. */
export const operations = systemCollection(OPERATIONS, {
  one: "operation",
  about:
    "Requests that were accepted with `Prefer: respond-async` and run later: arrays of records, and cascading deletions. An operation survives a restart of the service, and takes effect once and completely, or not at all. Only the caller who started it and the admin can see it. It is deleted 24 hours after it finishes.",
  ownedBy: "started_by",
  eventScope: "nobody",
  methods: ["GET", "DELETE"],
  fields: {
    kind: oneOf("import", "delete").default("import").derived().listed(),
    status: oneOf("pending", "running", "succeeded", "failed", "cancelled")
      .tones({ pending: "plan", running: "go", succeeded: "done", failed: "fault", cancelled: "off" })
      .default("pending")
      .derived()
      .listed(),
    started_by: text().derived().listed().about("Who sent the request: `admin`, `key:<id>` or `token:<iss>#<sub>`."),
    finished_at: timestamp().listed().about("When it succeeded, failed or was cancelled."),
    progress: object({ done: integer().atLeast(0).required(), total: integer().atLeast(0).required() })
      .default({ done: 0, total: 0 })
      .derived()
      .listed()
      .about(
        "How many records are done, and how many there were when the request was accepted. All take effect together, at the end.",
      ),
    error: anyObject(MAX_PROBLEM_BYTES)
      .derived()
      .about("If the operation failed, the problem document that the synchronous request would have returned."),
    result: text().derived().hidden(),
    // How often it was begun, and the process that began it ended before it did.
    attempts: integer().default(0).derived().hidden(),
  },
  links: { result: "operations/{result}/result" },
  conflicts: {
    operation_not_pending: {
      about: "Only a pending or running operation can be cancelled.",
      refuses: async ({ before, after }) =>
        after.status === "cancelled" && before && !isUnfinished(before.status)
          ? `The operation is ${before.status}. Only a pending or running operation can be cancelled.`
          : undefined,
    },
  },
  softDelete: {
    about: "Cancels an unfinished operation, which has no effect and remains with the status `cancelled`.",
    changes: (_operation, now) => ({ status: "cancelled", finished_at: now }),
  },
  retryAfter: ({ status }) => (isUnfinished(status) ? RETRY_AFTER_S : undefined),
});
