/** The collection of events: the event log, which the store's outbox writes. */
import type { Declaration } from "../declare/declaration.ts";
import { anyObject, instant, integer, object, oneOf, oneOfObjects, text } from "../declare/fields.ts";
import { constant, timestamp } from "../declare/service-fields.ts";
import { systemCollection } from "../declare/system-collection.ts";
import { API_ROOT, type Resource } from "../resource/resource.ts";
import { type StoredEvent, shownData } from "../store/events/change-data.ts";
import type { FormerName } from "../store/events/former-names.ts";

/** Its name in the catalog, and in its path. */
export const EVENTS = "events";

/** The maximum size of a representation in bytes: the largest body, and what the service adds to it. */
const MAX_BYTES = 1_200_000;

const actor = text().upTo(10_000).required();
const count = integer().atLeast(1).required();

/**
 * Declares the collection.
 * @param declarations the resources whose changes are logged
 * @param resourceNamed finds a resource by its singular name; undefined if it is no longer declared
 * @param formerNames the fields that migrations have renamed
 */
export function eventLog(
  declarations: readonly Declaration[],
  resourceNamed: (singular: string) => Resource | undefined,
  formerNames: () => readonly FormerName[],
) {
  return systemCollection(EVENTS, {
    one: "event",
    private: EVENTS,
    methods: ["GET"],
    eventLog: true,
    rowScope: "scope",
    serialIds: true,
    about:
      "The event log and audit trail: one CloudEvent 1.0 for each record that a request changed, oldest first. Records of one collection that are created or deleted together (an array, the built-in data, children) are one event, a batch. Events of private records contain neither `before` nor `after`, and only callers who may read those records see them.",
    fields: {
      specversion: constant("1.0"),
      source: constant(API_ROOT),
      type: text()
        .lowerCase()
        .required()
        .listed()
        .example(`${declarations[0]!.one}.updated`)
        .about("`<singular>.created`, `.updated` or `.deleted`; of a batch, `.batch_created` or `.batch_deleted`."),
      subject: text()
        .lowerCase()
        .required()
        .listed()
        .example(`${API_ROOT}/${declarations[0]!.name}/1`)
        .about("The path of the record; of a batch, the path of its collection."),
      time: timestamp().increasing().required().listed(),
      datacontenttype: constant("application/json"),
      data: oneOfObjects(
        object({ before: anyObject(MAX_BYTES), after: anyObject(MAX_BYTES), actor }).about(
          "One record: `before` is null for a creation, `after` for a deletion. Both are absent if it is private.",
        ),
        object({ count, first_id: text().required(), last_id: text().required(), link: text(), actor }).about(
          "A batch of created records: how many, the first and the last, and the list of those created in that millisecond (null if there is none).",
        ),
        object({
          ...{ count, actor, from: instant(), to: instant(), client: text() },
          why: oneOf("age", "bytes", "count", "security_age"),
        }).about(
          "A number of deleted records, of refused requests (from when to when, from which address), or of events that the log deleted (and why).",
        ),
      )
        .required()
        .listed()
        .computed(["id", "type", "subject", "data", "actor", "created_at"], ({ type, ...event }) =>
          shownData(resourceNamed(`${type}`.split(".")[0]!), event as unknown as StoredEvent, formerNames()),
        )
        .example({ after: { id: "1", _links: { self: `${API_ROOT}/${declarations[0]!.name}/1` } } })
        .about("What has changed, and who changed it."),
      actor: text()
        .required()
        .filterOnly()
        .about("Who changed it: `admin`, `key:<id>`, `token:<issuer>#<subject>` or `system`."),
      scope: text().required().hidden(),
      /** What the retention counts and measures; see `store/events/positions.ts`. */
      ordinal: integer().hidden(),
      position: integer().hidden(),
    },
    links: { subject: "{subject}" },
  });
}
