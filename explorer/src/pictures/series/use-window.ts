/** The part of x that the list is requested: a filter of the address, so the samples outside it are not loaded. */

import type { View } from "../../../../kit/description/model.ts";
import { withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { dateText, plainNumber } from "../../units.ts";
import type { Sample, SeriesParts } from "./samples.ts";
import { type Ends, endFilters, requestedIn } from "./window.ts";

/** The factor by which a button zooms. */
const STEP = 2;

/** The part of x that is requested, and how to ask for another. */
export interface Window {
  readonly requested: Ends;
  readonly choose: (from: number, to: number) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => unknown;
  readonly showAll: () => unknown;
  readonly isWhole: boolean;
  /** The window in words. */
  readonly said: string;
}

/** Returns the window of the query. */
export function useWindow(view: View, parts: SeriesParts, search: string, samples: readonly Sample[]): Window {
  const changeSearch = useChangeSearch();
  const [low, high] = endFilters(view, parts);
  const requested = requestedIn(view, parts, search);
  const write = (value: number) => (parts.isTime ? timeOf(value, parts) : String(Number(value.toPrecision(6))));
  const ask = (from: number | undefined, to: number | undefined) => {
    if (low === undefined || high === undefined) return;
    const changes = { [low]: from === undefined ? from : write(from), [high]: to === undefined ? to : write(to) };
    changeSearch((now) => withParameters(now, changes));
  };
  const from = requested[0] ?? samples[0]?.x ?? 0;
  const to = requested[1] ?? samples.at(-1)?.x ?? 1;
  const isWhole = requested.every((each) => each === undefined);
  const zoom = (factor: number) => {
    const half = (to - from) / 2 / factor;
    ask((from + to) / 2 - half, (from + to) / 2 + half);
  };
  return {
    requested,
    choose: ask,
    zoomIn: () => zoom(STEP),
    zoomOut: () => isWhole || zoom(1 / STEP),
    showAll: () => isWhole || ask(undefined, undefined),
    isWhole,
    said: samples.length === 0 ? "" : [from, to].map((each) => wordsOf(each, parts)).join(" – "),
  };
}

/** Writes an end of the window in words. */
function wordsOf(value: number, { isTime }: SeriesParts): string {
  return isTime ? dateText(new Date(value * 1_000).toISOString()) : plainNumber(value);
}

/** Writes a time as the filter takes it: a day of a date, a whole minute of an instant. */
function timeOf(seconds: number, { x }: SeriesParts): string {
  const text = new Date(Math.round(seconds / 60) * 60_000).toISOString();
  return x.kind === "date" ? text.slice(0, 10) : text.replace(/\.000Z$/, "Z");
}
