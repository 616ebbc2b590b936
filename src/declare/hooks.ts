/** What the functions of a declaration may ask of, and do to, the rest of the registry. */
import type { Values } from "./values.ts";

/** A read interface, inside the transaction of the write that asks. */
export interface RegistryReader {
  /** The current day in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** This moment: RFC 3339, UTC. */
  readonly now: string;
  /** The record of `resource` with this id, or null. */
  find(resource: string, id: string): Promise<Values | null>;
  /**
   * The entries of a membership, of one owner or of one member. Each has the membership's own fields, the ids of
   * both sides (`mission_id`, `astronaut_id`) and what it shows of either side (`owner.status`, `member.name`).
   */
  entries(membership: string, side: { of: string } | { member: string }): Promise<Values[]>;
}

/** Writes that a declaration carries out elsewhere, under the same rules as a request's, in the same transaction. */
export interface RegistryWriter extends RegistryReader {
  /** Adds a member to an owner's list. @throws Problem when a rule refuses it */
  assign(membership: string, of: string, member: string, values: Values): Promise<void>;
  /** Changes an entry's own fields. @throws Problem */
  amend(membership: string, of: string, member: string, values: Values): Promise<void>;
  /** Takes a member off an owner's list. @throws Problem */
  release(membership: string, of: string, member: string): Promise<void>;
}
