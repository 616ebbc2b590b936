/** The log of what happened, declared like any other collection; the store's outbox writes it. */
import { collection, type Declaration } from "../declare/declare.ts";
import { anyObject, instant, object, text } from "../declare/fields.ts";
import { always } from "../declare/fixed.ts";
import { ROOT } from "../resource/resource.ts";

/** Its name in the catalog, and in its path. */
export const EVENTS = "events";

/** The most bytes of one representation: a body's, and what the service adds. */
const LARGEST = 1_200_000;

/** @param declarations what there is to happen to */
export function eventLog(declarations: readonly Declaration[]) {
  return collection(EVENTS, {
    one: "event",
    private: EVENTS,
    methods: ["GET"],
    logs: true,
    rowScope: "scope",
    about:
      "What happened: one event for each record that a committed request changed, as CloudEvents 1.0, oldest first. It is also the audit trail: `subject` is the path of a record, `actor` who changed it. Events of private records carry neither `before` nor `after`, and are seen only by those who may read the records.",
    fields: {
      specversion: always("1.0"),
      source: always(ROOT),
      type: text()
        .required()
        .listed()
        .example(`${declarations[0]!.one}.updated`)
        .about("`<singular>.created`, `.updated` or `.deleted`."),
      subject: text()
        .required()
        .listed()
        .example(`${ROOT}/${declarations[0]!.name}/1`)
        .about("The path of the record."),
      time: instant().required().listed(),
      datacontenttype: always("application/json"),
      data: object({
        before: anyObject(LARGEST),
        after: anyObject(LARGEST),
        actor: text().upTo(10_000).required(),
      })
        .required()
        .listed()
        .about("The record as it was and as it is, null where there was or is none, and who changed it."),
      actor: text()
        .required()
        .filterOnly()
        .about("Who changed it: `admin`, `key:<id>`, `token:<issuer>#<subject>` or `system`."),
      scope: text().required().hidden(),
    },
    links: { subject: "{subject}" },
  });
}
