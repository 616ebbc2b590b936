/** A small domain, and what the first version stored for it. */
import { raw } from "sql-template-tag";
import { collection, membership } from "../../../engine/declare/declare.ts";
import { boolean, integer, reference, text } from "../../../engine/declare/fields.ts";
import { catalog } from "../../../engine/resource/catalog.ts";
import type { Session } from "../../../engine/store/database.ts";

const about = "For tests of upgrades.";
const halls = collection("halls", {
  one: "hall",
  about,
  fields: {
    name: text().required().listed(),
    open: boolean().default(true).listed(),
    capacity: integer().orCount("visits", "hall_full"),
  },
});
const guests = collection("guests", { one: "guest", about, fields: { name: text().required().listed() } });
const tickets = collection("tickets", {
  of: halls,
  one: "ticket",
  about,
  flat: true,
  fields: { guest_id: reference("guests").counted() },
});
const visits = membership("visits", {
  of: halls,
  member: guests,
  one: "visit",
  segment: "guests",
  about,
  fields: { paid: boolean().listed() },
  shows: ["name"],
  links: { profile: "/api/guests/{id}" },
  reverse: { segment: "halls", shows: ["name"], showsOwn: ["paid"], links: { self: "/api/halls/{id}" } },
});
/** What to migrate to. */
export const target = { catalog: catalog([halls, guests, tickets, visits]), version: "0.2.0" };

/** What the first version stored for these declarations. */
const FIRST_LAYOUT = {
  version: "0.1.0",
  tables: {
    halls: {
      resource: "halls",
      columns: {
        id: { kind: "id", origin: "client" },
        id__folded: { kind: "text", origin: "folded" },
        name: {
          kind: "text",
          origin: "client",
          rule: { type: "string", minLength: 1, maxLength: 200, cleanText: true },
          fallback: null,
        },
        name__folded: { kind: "text", origin: "folded" },
        open: { kind: "flag", origin: "client", rule: { type: ["boolean", "null"] }, fallback: true },
        capacity: {
          kind: "integer",
          origin: "either",
          of: "visits",
          rule: { type: ["integer", "null"], minimum: -9007199254740991, maximum: 9007199254740991 },
        },
        capacity__declared: { kind: "integer", origin: "declared" },
        ticket_count: { kind: "integer", origin: "counted", of: "tickets by hall_id" },
        guest_count: { kind: "integer", origin: "counted", of: "visits by hall_id" },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "AmOFqMESZCJsY93lDvwOtsqfvdU",
      listed: "ZLKtWZqrzXNiJOxQhtuetclgJgI",
    },
    guests: {
      resource: "guests",
      columns: {
        id: { kind: "id", origin: "client" },
        id__folded: { kind: "text", origin: "folded" },
        name: {
          kind: "text",
          origin: "client",
          rule: { type: "string", minLength: 1, maxLength: 200, cleanText: true },
          fallback: null,
        },
        name__folded: { kind: "text", origin: "folded" },
        ticket_count: { kind: "integer", origin: "counted", of: "tickets by guest_id" },
        hall_count: { kind: "integer", origin: "counted", of: "visits by guest_id" },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "IGncRkyTxzZNLbaB43eviGgKtUQ",
      listed: "OdHUEjXFwhrUTpKklVxCX8qmPdk",
    },
    tickets: {
      resource: "tickets",
      columns: {
        id: { kind: "id", origin: "client" },
        id__folded: { kind: "text", origin: "folded" },
        hall_id: { kind: "id", origin: "client" },
        hall_id__folded: { kind: "text", origin: "folded" },
        guest_id: {
          kind: "reference",
          origin: "client",
          rule: { type: ["string", "null"], minLength: 1, maxLength: 64, cleanText: true },
          fallback: null,
        },
        guest_id__folded: { kind: "text", origin: "folded" },
        guest_id__path: { kind: "text", origin: "path", of: '{"to":["guests"],"counted":true}' },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "5sh96h6MDVBbwpVXMVHqM5rA4Fw",
      listed: "yZB9862TUMBl0GUGgf1H20Q9i4s",
    },
    visits: {
      resource: "visits",
      columns: {
        hall_id: { kind: "id", origin: "client" },
        hall_id__folded: { kind: "text", origin: "folded" },
        guest_id: { kind: "id", origin: "client" },
        guest_id__folded: { kind: "text", origin: "folded" },
        guest_name: { kind: "text", origin: "copied", of: "member.name" },
        guest_name__folded: { kind: "text", origin: "folded" },
        hall_name: { kind: "text", origin: "copied", of: "owner.name" },
        hall_name__folded: { kind: "text", origin: "folded" },
        paid: { kind: "flag", origin: "client", rule: { type: ["boolean", "null"] }, fallback: null },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "fyoZRNDwtkNYM1O9aAeWoGrFf-0",
      listed: "Th_1H45kW8paXdEg_oEwK0ueqS0",
    },
  },
};

/** What the first version called otherwise. */
const DOWNGRADE = [
  `DROP TABLE service_facts`,
  `ALTER TABLE service_metadata RENAME TO service_facts`,
  `DROP INDEX idempotency_keys_by_created_at`,
  `ALTER TABLE idempotency_keys RENAME COLUMN created_at TO kept_at`,
  `CREATE INDEX idempotency_keys_by_kept_at ON idempotency_keys (kept_at)`,
  `ALTER TABLE collection_counters DROP COLUMN last_key`,
];

/** Some of the indexes that only the first version had. */
const INDEXES = [
  `CREATE INDEX halls_by_id__folded_and_id ON halls (id__folded, id)`,
  `CREATE INDEX guests_by_name_and_id ON guests (name, id)`,
  `CREATE INDEX tickets_by_guest_id__folded_and_id ON tickets (guest_id__folded, id)`,
];

/** The time of all records. */
const TIME = "2026-01-15T12:00:00.000";

/** The values of a column that this version stores otherwise, as SQL; undefined if it is the same. */
function formerValues(name: string, { kind, origin }: { kind: string; origin: string }): string | undefined {
  const source = name.replace(/__\w+$/, "");
  // It folded `ẞ` to `ß`.
  if (origin === "folded") return `replace(lower("${source}"), 'ẞ', 'ß')`;
  if (origin === "path") return `'/api/guests/' || "${source}"`;
  return kind === "instant" ? `'${TIME}'` : undefined;
}

/** Makes a filled database what the first version would have left. Its records are of one moment. */
export async function restoreFirstVersion(session: Session): Promise<void> {
  const run = (statement: string) => session.run(raw(statement));
  for (const statement of DOWNGRADE) await run(statement);
  for (const [table, { columns }] of Object.entries(FIRST_LAYOUT.tables)) {
    for (const [name, layout] of Object.entries(columns)) {
      const values = formerValues(name, layout);
      if (values === undefined) continue;
      if (layout.kind === "instant") await run(`ALTER TABLE "${table}" DROP COLUMN "${name}"`);
      if (!/name__folded$/.test(name)) await run(`ALTER TABLE "${table}" ADD COLUMN "${name}" TEXT`);
      await run(`UPDATE "${table}" SET "${name}" = ${values}`);
    }
  }
  for (const statement of INDEXES) await run(statement);
  const layout = JSON.stringify(FIRST_LAYOUT).replaceAll("'", "''");
  await run(`UPDATE service_facts SET value = '${layout}' WHERE name = 'layout'`);
}
