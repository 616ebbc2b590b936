/** Proves that tests in a browser notice what no page may bring about. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { skipWithoutChromium, startChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { Watch } from "./support/browser/watch.ts";

const skip = skipWithoutChromium;
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src *; img-src data:; require-trusted-types-for 'script'";
/** Scripts of a page, each with what a watch must say of it. */
const SCRIPTS: readonly [script: string, fault: RegExp][] = [
  ["console.error('Something is wrong.')", /console: Something is wrong\./],
  ["throw new Error('not caught')", /error: Error: not caught/],
  ["Promise.reject(new Error('not awaited'))", /error: Error: not awaited/],
  ["sent.push(fetch('/missing'))", /console: Failed to load resource: .*status of 404.*\/missing/],
  ["sent.push(fetch('http://127.0.0.1:9/elsewhere'))", /request to another origin: http:\/\/127\.0\.0\.1:9\//],
  ["document.body.setAttribute('style', 'top: 0')", /policy: style-src-attr blocks/],
  ["document.body.append(Object.assign(new Image(), { src: '/picture' }))", /policy: img-src blocks/],
  ["document.body.innerHTML = '<p>text</p>'", /policy: require-trusted-types-for blocks/],
];

const server = createServer(({ url = "" }, response) => {
  const scripts = url === "/faulty" ? SCRIPTS.map(([script]) => script) : ["sent.push(fetch('/missing'))"];
  const all = ["const sent = []", ...scripts, "Promise.allSettled(sent).then(() => { document.title = 'Done' })"];
  response.statusCode = url === "/missing" ? 404 : 200;
  response.setHeader("content-type", "text/html").setHeader("content-security-policy", POLICY);
  response.end(
    `<!doctype html><link rel="icon" href="data:,"><body>${all.map((script) => `<script>${script}</script>`).join("")}`,
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** What a watch says of a page. */
async function judged(path: string, ...expected: readonly RegExp[]): Promise<string> {
  const context = await (await startChromium()).newContext();
  const watch = new Watch(url);
  await watch.reportFrom(context);
  const page = await context.newPage();
  watch.add(page);
  for (const each of expected) watch.expect(each);
  await page.goto(url + path);
  await eventually(page, () => page.title(), "Done");
  await context.close();
  try {
    watch.assertClean();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test("the watch of browser tests: notices errors, violations of the policy, and requests to other origins", {
  skip,
}, async () => {
  const said = await judged("/faulty");
  for (const [script, fault] of SCRIPTS) assert.match(said, fault, script);
});

test("the watch of browser tests: says nothing of what was expected, and misses what did not come", {
  skip,
}, async () => {
  assert.equal(await judged("/expected", /status of 404/), "");
  assert.match(await judged("/expected"), /status of 404/);
  assert.match(await judged("/expected", /status of 404/, /status of 500/), /did not come.*status of 500/s);
});
