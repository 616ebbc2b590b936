/**
 * Chromium: one of a process, started by the first test that needs it. Debian's `chromium-headless-shell` takes half the
 * time of `chromium`; `CHROMIUM` names another.
 */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { isLong } from "../campaign.ts";
import { atProcessEnd } from "../process-end.ts";
import { isRequired } from "../store/required-servers.ts";

const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
const EXECUTABLE = process.env.CHROMIUM ?? DEBIAN.find(existsSync) ?? DEBIAN[1];
/** No sandbox, since CI is root; nothing that the browser would send by itself. */
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];

let browser: Promise<Browser> | undefined;
atProcessEnd(async () => {
  // Where it did not start, the tests have failed.
  await browser?.then(
    (started) => started.close(),
    () => {},
  );
});

/** The reason to skip tests in a browser; false if it is available or required. */
export const skipWithoutChromium: string | false =
  !existsSync(EXECUTABLE) &&
  !isRequired("chromium") &&
  `the pages are not tested: no Chromium at ${EXECUTABLE}; CHROMIUM names another`;

/** The reason to skip a test of details, which only `npm run test:long` runs, beside the main path; false if it runs. */
export const skipDetails: string | false = skipWithoutChromium || (!isLong && "a detail: npm run test:long");

/** The browser. Throws if there is none. */
export function startChromium(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
  return browser;
}
