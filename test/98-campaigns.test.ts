/** Proves that the campaigns can be listed and chosen, and that those that need nothing else run and keep their promises. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CAMPAIGNS } from "./campaigns/catalog.ts";
import { type Ended, runProgram } from "./support/http/process.ts";

const RUN = fileURLToPath(new URL("campaigns/run.ts", import.meta.url));

const { TEST_POSTGRES_URL = "" } = process.env;

/** Those that need no privilege, no server, less than a minute in a small size, and no idle machine. */
const QUICK = ["kill", "clock-jumps", "file-handles"];

/** Runs `npm run campaign -- …`. */
function runCampaign(...args: string[]): Promise<Ended> {
  const settings: Record<string, string> = TEST_POSTGRES_URL ? { TEST_POSTGRES_URL } : {};
  return runProgram({ command: [process.execPath, RUN, ...args] }, settings);
}

test("§11.2: without a name, the campaigns are listed with their promises; an invalid size is refused", async () => {
  const [listed, wrong] = await Promise.all([runCampaign(), runCampaign("kill", "--rounds", "many")]);
  assert.equal(listed.code, 0);
  const lines = listed.out.split("\n").map((line) => line.trim().split(/ {2,}/));
  for (const { name, promise } of CAMPAIGNS) assert.ok(lines.some((line) => line[0] === name && line[1] === promise));
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /^--rounds must be an integer/);
});

for (const { name, promise, section } of CAMPAIGNS.filter((each) => QUICK.includes(each.name))) {
  test(`${section}: in a small size, ${name}: ${promise}`, async () => {
    const { code, out, err } = await runCampaign(name, "--quick");
    assert.equal(code, 0, `${out}${err}`);
    assert.match(out, new RegExp(`^${name}: .*: kept\\n$`));
  });
}
