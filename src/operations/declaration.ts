/** The collection of operations: what was accepted, how it stands, and what came of it. */
import { collection } from "../declare/declare.ts";
import { anyObject, instant, integer, object, oneOf, text } from "../declare/fields.ts";

/** Its name in the catalog, and in its path. */
export const OPERATIONS = "operations";

/** How long a waiting caller should wait before looking again, in seconds. */
export const RETRY_AFTER_S = 1;

/** The largest problem document: it lists at most a thousand faults. */
const LARGEST_PROBLEM = 1024 * 1024;

/** Whether something is still to happen to an operation of this status. */
export function isUnfinished(status: unknown): boolean {
  return status === "pending" || status === "running";
}

export const operations = collection(OPERATIONS, {
  one: "operation",
  about:
    "Work that was accepted and is carried out later: an array of records, or a deletion with all that goes along, sent with `Prefer: respond-async`. It is finished even when the service stops in between, once and wholly or not at all. Seen by who started it and by the admin; gone 24 hours after it ended.",
  ownedBy: "started_by",
  eventScope: "nobody",
  methods: ["GET", "DELETE"],
  fields: {
    kind: oneOf("import", "delete").default("import").derived().listed(),
    status: oneOf("pending", "running", "succeeded", "failed", "cancelled").default("pending").derived().listed(),
    started_by: text().derived().listed().about("Who sent the request: `admin`, `key:<id>` or `token:<iss>#<sub>`."),
    finished_at: instant().derived().listed().about("When it succeeded, failed or was cancelled."),
    progress: object({ done: integer().atLeast(0).required(), total: integer().atLeast(0).required() })
      .default({ done: 0, total: 0 })
      .derived()
      .listed()
      .about(
        "Records: how many are done, and how many there were when it was accepted. All are done at once, at the end.",
      ),
    error: anyObject(LARGEST_PROBLEM)
      .derived()
      .about("The problem document that the request would have been answered with, of one that failed."),
    result: text().derived().hidden(),
  },
  links: { result: "/api/operations/{result}/result" },
  conflicts: {
    operation_not_pending: {
      about: "An operation can be cancelled while it is pending.",
      refuses: async ({ before, after }) =>
        after.status === "cancelled" && before?.status !== "pending"
          ? `The operation is ${before?.status}; only what is pending can be cancelled.`
          : undefined,
    },
  },
  softDelete: {
    about: "Cancels it while it is pending; it is kept as `cancelled`.",
    as: (_operation, now) => ({ status: "cancelled", finished_at: now }),
  },
  retryAfter: ({ status }) => (isUnfinished(status) ? RETRY_AFTER_S : undefined),
});
