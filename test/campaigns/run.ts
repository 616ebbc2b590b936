/**
 * Runs a campaign: `npm run campaign -- <name>`, with `--quick` for a try. Without a name it lists them. The last line has
 * the figures. Exits with 1 if a promise was broken, and with 2 if the campaign cannot run.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type AnyCampaign, lineOf, runCampaign, type Size, type Sizes, type StoreName } from "./campaign.ts";
import { CAMPAIGNS } from "./catalog.ts";

/** Broken promises beyond this number are only counted. */
const MAX_SHOWN = 20;

/** How often progress is shown. */
const PROGRESS_MS = 10_000;

const COMMAND = "npm run campaign --";

/** Ends with 2. */
function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

function listOf(campaigns: readonly AnyCampaign[]): string {
  const width = Math.max(...campaigns.map(({ name }) => name.length));
  const lines = campaigns.map(({ name, promise }) => `  ${name.padEnd(width)}  ${promise}`);
  return [`${COMMAND} <name> [--quick] [--help]`, "", ...lines].join("\n");
}

function helpOf({ name, promise, sizes, stores }: AnyCampaign): string {
  const options = Object.entries(sizes as Sizes).map(
    ([option, { about, full, quick }]) =>
      [`--${option} <n>`, `${about} (${full.toLocaleString("en")}; quick: ${quick.toLocaleString("en")})`] as const,
  );
  const all = [
    ...options,
    ["--store <name>", `${stores.join(" or ")} (${stores[0]})`],
    ["--seed <n>", "repeats the random choices; how processes interleave still varies"],
    ["--quick", "small sizes, for a try"],
  ] as const;
  const width = Math.max(...all.map(([option]) => option.length));
  const lines = all.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`);
  return [`${COMMAND} ${name}`, "", promise, "", ...lines].join("\n");
}

/** An option that is a number. */
function integer(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) refuse(`--${option} must be an integer from 0 to 999,999,999, not ${text}.`);
  return Number(text);
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === "--help") {
  console.log(listOf(CAMPAIGNS));
  process.exit(0);
}
const campaign = CAMPAIGNS.find((each) => each.name === name);
if (!campaign) refuse(`There is no campaign ${name}.\n${listOf(CAMPAIGNS)}`);

const sizes = Object.entries(campaign.sizes as Sizes);
const values = readOptions(campaign, args);
if (values.help) {
  console.log(helpOf(campaign));
  process.exit(0);
}
const store = (values.store ?? campaign.stores[0]) as StoreName;
if (!campaign.stores.includes(store)) refuse(`--store must be ${campaign.stores.join(" or ")}, not ${store}.`);
const obstacle = await campaign.obstacle?.(store);
if (obstacle) refuse(`${name} cannot run here: ${obstacle}`);

const seed = values.seed === undefined ? randomInt(1_000_000) : integer("seed", String(values.seed));
const defaultOf = ({ full, quick }: Size): number => (values.quick ? quick : full);
const chosen = sizes.map(([option, size]) => {
  const given = values[option];
  return [option, given === undefined ? defaultOf(size) : integer(option, String(given))] as const;
});
const used = chosen.map(([option, value]) => `--${option} ${value}`).join(" ");
console.error(`${COMMAND} ${name} --store ${store} --seed ${seed} ${used}`);

let shown = 0;
let progressAt = performance.now();
const result = await runCampaign(campaign, {
  sizes: Object.fromEntries(chosen),
  store,
  seed,
  onBroken: (what) => {
    shown += 1;
    if (shown <= MAX_SHOWN) console.error(`BROKEN: ${what}`);
  },
  onProgress: (done, total) => {
    if (performance.now() - progressAt < PROGRESS_MS) return;
    progressAt = performance.now();
    console.error(`${done.toLocaleString("en")} of ${total.toLocaleString("en")}`);
  },
});
console.log(lineOf(campaign, result));
process.exit(result.broken.length === 0 ? 0 : 1);

function readOptions(of: AnyCampaign, given: string[]): Record<string, string | boolean | undefined> {
  const numbers = Object.keys(of.sizes as Sizes).map((option) => [option, { type: "string" }] as const);
  try {
    return parseArgs({
      args: given,
      options: {
        ...Object.fromEntries(numbers),
        ...({ store: { type: "string" }, seed: { type: "string" } } as const),
        ...({ quick: { type: "boolean" }, help: { type: "boolean" } } as const),
      },
    }).values as Record<string, string | boolean | undefined>;
  } catch (error) {
    refuse(`${(error as Error).message}\n\n${helpOf(of)}`);
  }
}
