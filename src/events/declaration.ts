/** The collection of events: the event log, which the store's outbox writes. */
import type { Declaration } from "../declare/declare.ts";
import { anyObject, constant, instant, object, text } from "../declare/fields.ts";
import { systemCollection } from "../declare/system-collection.ts";
import { API_ROOT } from "../resource/resource.ts";

/** Its name in the catalog, and in its path. */
export const EVENTS = "events";

/** The maximum size of a representation in bytes: the largest body, and what the service adds to it. */
const MAX_BYTES = 1_200_000;

/**
 * Declares the collection.
 * @param declarations the resources whose changes are logged
 */
export function eventLog(declarations: readonly Declaration[]) {
  return systemCollection(EVENTS, {
    one: "event",
    private: EVENTS,
    methods: ["GET"],
    eventLog: true,
    rowScope: "scope",
    about:
      "The event log: one CloudEvent 1.0 for each record that a committed request changed, oldest first. It is also the audit trail: `subject` is the path of a record, `actor` is who changed it. Events of private records contain neither `before` nor `after`, and only callers who may read those records see them.",
    fields: {
      specversion: constant("1.0"),
      source: constant(API_ROOT),
      type: text()
        .required()
        .listed()
        .example(`${declarations[0]!.one}.updated`)
        .about("`<singular>.created`, `.updated` or `.deleted`."),
      subject: text()
        .required()
        .listed()
        .example(`${API_ROOT}/${declarations[0]!.name}/1`)
        .about("The path of the record."),
      time: instant().required().listed(),
      datacontenttype: constant("application/json"),
      data: object({
        before: anyObject(MAX_BYTES),
        after: anyObject(MAX_BYTES),
        actor: text().upTo(10_000).required(),
      })
        .required()
        .listed()
        .about(
          "The record before and after the change (`null` before its creation and after its deletion), and who changed it.",
        ),
      actor: text()
        .required()
        .filterOnly()
        .about("Who changed it: `admin`, `key:<id>`, `token:<issuer>#<subject>` or `system`."),
      scope: text().required().hidden(),
    },
    links: { subject: "{subject}" },
  });
}
