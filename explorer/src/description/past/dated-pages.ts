/** The pages that can show the past: lists, records and pictures. */
import type { Description } from "../../../../kit/description/model.ts";
import { readAddress } from "../../address/address.ts";
import { atMoment, momentIn, withoutMoment } from "../../address/moment.ts";

/** The pages of a record or list that are of the present: what is written, and events, which have times of their own. */
const PRESENT: readonly (string | undefined)[] = ["history", "edit", "new", "import"];

/** Returns whether the page at an address can show the past. */
export function canShowPast({ at }: Description, address: string): boolean {
  const { apiPath, aspect } = readAddress(address.replace(/[?#].*$/s, ""));
  return at(apiPath)?.view.hasPast === true && !PRESENT.includes(aspect[0]);
}

/** Returns the moment that the page at an address shows; undefined for the present. */
export function momentOfPage(description: Description, address: string): string | undefined {
  return canShowPast(description, address) ? momentIn(address) : undefined;
}

/** Returns an address at a moment, if its page can show it, or else without one. */
export function pageAt(description: Description, address: string, moment: string): string {
  return canShowPast(description, address) ? atMoment(address, moment) : withoutMoment(address);
}
