/** Types are inferred from declarations, and each builder offers only its own limits. `tsc` checks this file; it never runs. */
import { collection, declareHooks, membership } from "../engine/declare/declare.ts";
import {
  anyObject,
  boolean,
  count,
  date,
  decimal,
  instant,
  integer,
  lifecycle,
  list,
  longText,
  object,
  oneOf,
  reference,
  text,
} from "../engine/declare/fields.ts";
import type { RegistryWriter } from "../engine/declare/hooks.ts";
import type { Draft, HookRecord, Patch, RecordOf, Representation } from "../engine/declare/record-types.ts";
import { systemCollection } from "../engine/declare/system-collection.ts";
import type { Json } from "../engine/declare/values.ts";

/** Compiles only if both are the same type, including optional and nullable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };
function same<A, B>(_same: Same<Flat<A>, Flat<B>>): void {}

const boat = {
  name: text().required().listed(),
  log: longText(),
  rig: oneOf("sloop", "ketch").default("sloop"),
  state: lifecycle("moored", { moored: ["sailing"], sailing: ["moored", "sunk"], sunk: [] }),
  berths: integer().atLeast(0),
  length_m: decimal().above(0).required(),
  insured: boolean().default(false),
  built_on: date(),
  seen_at: instant(),
  owner: reference("owners"),
  flags: list(text()),
  keel: object({ kind: text().required(), draft_m: decimal() }),
  papers: anyObject(1_024),
  voyage_count: count("voyages"),
  age: integer().derived(),
  races: integer().default(0).derived(),
};
type Boat = typeof boat;

// A stored record has every field, with null only where a value may be missing.
same<
  RecordOf<Boat>,
  {
    name: string;
    log: string | null;
    rig: "sloop" | "ketch";
    state: "moored" | "sailing" | "sunk";
    berths: number | null;
    length_m: number;
    insured: boolean;
    built_on: string | null;
    seen_at: string | null;
    owner: string | null;
    flags: string[];
    keel: ({ kind: string } & { draft_m?: number | null } & Json) | null;
    papers: { [key: string]: Json } | null;
    voyage_count: number;
    age: number | null;
    races: number;
  }
>(true);

// A draft has the required fields; the others may be absent or null; fields that the service sets are not in it.
const least: Draft<Boat> = { name: "Ariel", length_m: 9.5 };
export const drafts: Draft<Boat>[] = [
  least,
  { ...least, log: null, rig: null, insured: true, keel: { kind: "fin", draft_m: null } },
  // @ts-expect-error a required field is missing
  { name: "Ariel" },
  // @ts-expect-error a required field is never null
  { ...least, name: null },
  // @ts-expect-error the wrong type
  { ...least, berths: "4" },
  // @ts-expect-error not one of the allowed words
  { ...least, rig: "schooner" },
  // @ts-expect-error an unknown state
  { ...least, state: "lost" },
  // @ts-expect-error an element of the wrong type
  { ...least, flags: [1] },
  // @ts-expect-error an object without its required member
  { ...least, keel: { draft_m: 1.8 } },
  // @ts-expect-error no such field
  { ...least, colour: "blue" },
  // @ts-expect-error derived: set by the service
  { ...least, age: 3 },
  // @ts-expect-error counted: set by the service
  { ...least, voyage_count: 3 },
];

// A patch has any of the writable fields; null clears those that may be missing.
export const patches: Patch<Boat>[] = [
  {},
  { name: "Ariel II", rig: null, state: "sailing" },
  // @ts-expect-error a required field is never null
  { name: null },
  // @ts-expect-error the wrong type
  { length_m: "9.5" },
  // @ts-expect-error derived
  { age: 3 },
  // @ts-expect-error no such field
  { colour: "blue" },
];

// A representation is the record with the fields common to all records.
same<
  Pick<Representation<Boat>, "id" | "created_at" | "updated_at" | "_links" | "rig" | "berths">,
  {
    id: string;
    created_at: string;
    updated_at: string;
    _links: Record<string, string>;
    rig: "sloop" | "ketch";
    berths: number | null;
  }
>(true);
// @ts-expect-error the comparison distinguishes types: berths may be null
same<Pick<RecordOf<Boat>, "berths">, { berths: number }>(true);

// Each builder offers its own limits…
export const limits = [
  text().upTo(5),
  integer().atLeast(1).atMost(5).orCount("voyages", "boat_full"),
  decimal().above(0).below(1),
  list(text()).upTo(3),
  list(object({ gas: text().required() })).uniqueBy("gas"),
  reference("owners").counted().acyclic(),
];
// … and not those of others.
// @ts-expect-error text has a length, not a range
text().atLeast(1);
// @ts-expect-error a number has a range, not a length
decimal().upTo(1);
// @ts-expect-error only whole numbers count children
decimal().orCount("voyages", "boat_full");
// @ts-expect-error true or false has no range
boolean().above(0);
// @ts-expect-error a date has no length
date().upTo(10);
// @ts-expect-error a date-time has no range
instant().atMost(1);
// @ts-expect-error an enum has no length
oneOf("a", "b").upTo(1);
// @ts-expect-error only references can be acyclic
text().acyclic();
// @ts-expect-error only references are counted
list(text()).counted();
// @ts-expect-error only lists of objects have unique members
integer().uniqueBy("id");
// @ts-expect-error limits are given before presence
text().required().upTo(5);
// @ts-expect-error a default has the field's type
integer().default("1");
// @ts-expect-error a default is one of the allowed words
oneOf("a", "b").default("c");
// @ts-expect-error a lifecycle starts in one of its states
lifecycle("c", { a: ["b"], b: [] });
// @ts-expect-error a reference names at least one resource
reference();

// The functions of a declaration get the record that its fields describe.
export const boats = collection("boats", {
  one: "boat",
  about: "Boats.",
  fields: boat,
  rules: {
    built_on: { "A boat is built before today.": (b, { today }) => b.built_on === null || b.built_on <= today },
    // @ts-expect-error the value may be null
    log: { "A log is short.": (b) => b.log.length < 100 },
    // @ts-expect-error no such field on the record
    name: { "A boat has a colour.": (b) => b.colour !== undefined },
    // @ts-expect-error a rule belongs to a field
    colour: { "A boat has a colour.": () => true },
  },
});

// The names of fields and copies are those of the declarations on either side.
const sailors = collection("sailors", {
  one: "sailor",
  about: "Sailors.",
  fields: { name: text().required(), rank: text() },
});
const crewSpec = {
  of: boats,
  member: sailors,
  one: "crew_member",
  about: "Who sails which boat.",
  segment: "crew",
  fields: { watch: integer(), berth: text().required() },
  shows: ["name"],
  reverse: { segment: "boats", shows: ["name"], showsOwn: ["berth"], links: {} },
} as const;
export const crew = membership("crew", { ...crewSpec, copies: { owner: ["state", "age"], member: ["rank"] } });
export const memberships = [
  // @ts-expect-error boats have no colour to copy
  membership("crew", { ...crewSpec, copies: { owner: ["colour"] } }),
  // @ts-expect-error sailors have no state to copy
  membership("crew", { ...crewSpec, copies: { member: ["state"] } }),
  // @ts-expect-error sailors have no age to show
  membership("crew", { ...crewSpec, shows: ["age"] }),
];

// Hooks read the fields of an entry, and of either side its id and what is copied.
type Entry = HookRecord<typeof crew>;
same<keyof Entry, "watch" | "berth" | "owner" | "member">(true);
same<Pick<Entry, "watch" | "berth">, { readonly watch: number | null; readonly berth: string }>(true);
same<Entry["owner"], { readonly id: string; state: "moored" | "sailing" | "sunk"; age: number | null }>(true);
same<Entry["member"], { readonly id: string; rank: string | null }>(true);
export const hooks = declareHooks(crew, {
  computeDefault: {
    watch: async ({ owner }) => owner.age,
    // @ts-expect-error a berth is a text
    berth: async () => 4,
  },
  conflicts: {
    sunk: {
      about: "A sunk boat takes no crew.",
      // @ts-expect-error the name of a boat is shown, but not copied for hooks
      refuses: async ({ after }) => (after.owner.state === "sunk" ? after.owner.name : undefined),
    },
  },
});

// What the registry returns and accepts has the types of the declaration that is passed.
export async function useRegistry(registry: RegistryWriter): Promise<void> {
  const sailor = await registry.find(sailors, "ada");
  same<NonNullable<typeof sailor>, { readonly id: string; name: string; rank: string | null }>(true);
  const [entry] = await registry.entries(crew, { member: "ada" });
  same<NonNullable<typeof entry>["owner"]["state"], "moored" | "sailing" | "sunk">(true);
  await registry.addMember(crew, { owner: "ariel", member: "ada" }, { berth: "bow", watch: null });
  // @ts-expect-error a sailor has no length
  await registry.find(sailors, sailor?.length_m);
  // @ts-expect-error only memberships have entries
  await registry.entries(sailors, { member: "ada" });
  // @ts-expect-error entries are those of an owner or of a member
  await registry.entries(crew, { of: "ariel" });
  // @ts-expect-error the wrong type
  await registry.updateMember(crew, { owner: "ariel", member: "ada" }, { watch: "first" });
  // @ts-expect-error no such field
  await registry.updateMember(crew, { owner: "ariel", member: "ada" }, { rank: "captain" });
}

// A record below a parent has the parent's id, under the parent's name.
const voyages = collection("voyages", { of: boats, one: "voyage", about: "Voyages.", fields: { port: text() } });
same<HookRecord<typeof voyages>, { readonly id: string; boat_id: string; port: string | null }>(true);

// Only a system collection takes the options that the service's own collections need.
systemCollection("logs", { one: "log", about: "Logs.", fields: { at: instant() }, methods: ["GET"] });
// @ts-expect-error a domain's collection takes all methods
collection("logs", { one: "log", about: "Logs.", fields: { at: instant() }, methods: ["GET"] });
// @ts-expect-error the owner is a field
systemCollection("logs", { one: "log", about: "Logs.", fields: { at: instant() }, ownedBy: "caller" });
