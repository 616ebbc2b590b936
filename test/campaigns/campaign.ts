/** What a campaign is: a program that harms the service on purpose, and checks what it promises meanwhile and afterwards. */
import type { TestContext } from "node:test";

/** One of the sizes of a campaign. */
export interface Size {
  /** The default. */
  readonly full: number;
  /** With `--quick`. */
  readonly quick: number;
  readonly about: string;
}

/** The sizes of a campaign, by the names of their options. */
export type Sizes = Readonly<Record<string, Size>>;

/** The stores that a campaign can run on. */
export type StoreName = "sqlite" | "postgres";

/** A number with its meaning, such as `[72, "rounds"]`. */
export type Figure = readonly [value: number, what: string];

/** One run of a campaign. What is given to `after` is closed at its end, the latest first. */
export interface CampaignRun<S extends Sizes = Sizes> extends Pick<TestContext, "after"> {
  readonly sizes: { readonly [K in keyof S]: number };
  readonly store: StoreName;
  readonly seed: number;
  /** The next pseudo-random number in [0, 1), from the seed. */
  random(): number;
  /** Notes that a promise was broken. */
  broken(what: string): void;
  /** Notes how much of the campaign is done. */
  progress(done: number, total: number): void;
}

/** A campaign, as it is declared. */
export interface Campaign<S extends Sizes = Sizes> {
  readonly name: string;
  /** One sentence. */
  readonly promise: string;
  /** The section of the contract that promises it, such as `§7.2`. */
  readonly section: string;
  readonly sizes: S;
  /** The default first. */
  readonly stores: readonly StoreName[];
  /** The reason why it cannot run on this machine; undefined if it can. */
  obstacle?(store: StoreName): Promise<string | undefined>;
  run(run: CampaignRun<S>): Promise<readonly Figure[]>;
}

/** Declares a campaign. Only for the types of its sizes. */
export function declareCampaign<const S extends Sizes>(campaign: Campaign<S>): Campaign<S> {
  return campaign;
}

/** A campaign of which only the names of the sizes matter. */
// biome-ignore lint/suspicious/noExplicitAny: sizes are read by name within each campaign
export type AnyCampaign = Campaign<any>;

/** How a run ended. */
export interface Result {
  readonly figures: readonly Figure[];
  /** The broken promises. */
  readonly broken: readonly string[];
  readonly seconds: number;
}

/** How a run is started. */
export interface RunOptions {
  readonly sizes: Readonly<Record<string, number>>;
  readonly store: StoreName;
  readonly seed: number;
  /** Called for each broken promise, as soon as it is noticed. */
  onBroken(what: string): void;
  onProgress(done: number, total: number): void;
}

/** Runs a campaign. An error that it does not handle counts as a broken promise. */
export async function runCampaign(campaign: AnyCampaign, options: RunOptions): Promise<Result> {
  const { sizes, store, seed, onBroken, onProgress: progress } = options;
  const broken: string[] = [];
  const closers: (() => unknown)[] = [];
  const note = (what: string): void => {
    broken.push(what);
    onBroken(what);
  };
  const startedAt = performance.now();
  let figures: readonly Figure[] = [];
  try {
    const after: CampaignRun["after"] = (close) => void closers.push(close as () => unknown);
    figures = await campaign.run({ sizes, store, seed, random: randomFrom(seed), broken: note, progress, after });
  } catch (error) {
    note(`the campaign failed: ${(error as Error).stack}`);
  } finally {
    for (const close of closers.reverse())
      await Promise.try(close).catch((error: Error) => note(`at the end: ${error.message}`));
  }
  return { figures, broken, seconds: (performance.now() - startedAt) / 1_000 };
}

/** The one line of a result: `kill: 72 rounds, …, 95 s: kept`. */
export function lineOf({ name }: AnyCampaign, { figures, broken, seconds }: Result): string {
  const shown = [...figures, [Math.round(seconds), "s"] as const].map(
    ([value, what]) => `${value.toLocaleString("en")} ${what}`,
  );
  return `${name}: ${shown.join(", ")}: ${broken.length === 0 ? "kept" : `BROKEN ${broken.length} times`}`;
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
