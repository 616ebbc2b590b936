/** `changed_since` and `include_deleted`: which records of a list were created, changed or deleted after a moment. */
import { isDate } from "../../declare/values.ts";
import type { Fault } from "../../problem.ts";
import { AS_OF, CHANGED_SINCE, INCLUDE_DELETED } from "../../resource/parameters.ts";
import { type Clock, timestamp } from "../../runtime/clock.ts";
import type { ChangeFilter } from "../filters.ts";
import { type Moment, notAMoment, readInstant } from "./as-of.ts";

/** The changes that a query asks about. */
export interface Changes {
  /** The time after which they were made, in milliseconds since 1970. */
  readonly since: number;
  /** Whether to name the records that were deleted since then. */
  readonly withDeleted: boolean;
}

/**
 * Reads both parameters; undefined if the query does not ask what has changed. A date means its beginning.
 * @param moment the moment of the past that the query asks about
 * @param faults receives the faults
 */
export function readChangedSince(
  parameters: ReadonlyMap<string, string>,
  moment: Moment | undefined,
  clock: Pick<Clock, "now">,
  faults: Fault[],
): Changes | undefined {
  const refuse = (parameter: string, message: string): undefined => {
    faults.push({ in: "shape", parameter, code: "invalid_value", message });
  };
  const withDeleted = readIncludeDeleted(parameters, refuse);
  const text = parameters.get(CHANGED_SINCE);
  if (text === undefined) {
    if (withDeleted)
      refuse(
        INCLUDE_DELETED,
        `${INCLUDE_DELETED} needs ${CHANGED_SINCE}, the moment after which records were deleted.`,
      );
    return undefined;
  }
  const since = isDate(text) ? Date.parse(text) : readInstant(text);
  if (since === undefined) return refuse(CHANGED_SINCE, notAMoment(CHANGED_SINCE));
  if (since > clock.now())
    return refuse(CHANGED_SINCE, `${CHANGED_SINCE} must not be later than now, ${timestamp(clock)}.`);
  if (moment && since > moment.time) return refuse(CHANGED_SINCE, `${CHANGED_SINCE} must not be later than ${AS_OF}.`);
  return { since, withDeleted };
}

/** The condition that a record was created or changed since then. */
export function changedSince({ since }: Changes): ChangeFilter {
  return { operator: "changed", after: timestamp({ now: () => since }) };
}

type Refuse = (parameter: string, message: string) => undefined;

function readIncludeDeleted(parameters: ReadonlyMap<string, string>, refuse: Refuse): boolean {
  const text = parameters.get(INCLUDE_DELETED);
  if (text !== undefined && text !== "true" && text !== "false")
    refuse(INCLUDE_DELETED, `${INCLUDE_DELETED} must be true or false.`);
  return text === "true";
}
