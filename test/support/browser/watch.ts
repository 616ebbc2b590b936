/** Watches pages for what must not happen in any test: errors, policy violations, requests to other origins. */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";

/** What runs before the scripts of every page: reports violations of its policy (CSP Level 3, Trusted Types). */
const REPORT_VIOLATIONS = `addEventListener("securitypolicyviolation", (event) =>
  reportViolation(event.effectiveDirective + " blocks " + (event.blockedURI || "inline") + " " + event.sample))`;
/** Contexts in which violations are reported, each with the watches of its pages. */
const reporting = new WeakMap<BrowserContext, Set<Watch>>();
/** What is not sent over the network. */
const LOCAL_SCHEMES = ["data:", "blob:", "about:"];

/** Watches the pages of one test. */
export class Watch {
  private readonly faults: string[] = [];
  private readonly expected: { readonly pattern: RegExp; isMet: boolean }[] = [];
  private readonly origins: ReadonlySet<string>;

  /** @param urls of the services that pages may send requests to */
  constructor(...urls: readonly string[]) {
    this.origins = new Set(urls.map((url) => new URL(url).origin));
  }

  /** Watches a page. */
  add(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error") this.note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.note(`error: ${error.stack ?? error.message}`));
    page.on("crash", () => this.note("the page crashed"));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!LOCAL_SCHEMES.includes(protocol) && !this.origins.has(origin))
        this.note(`request to another origin: ${request.url()}`);
    });
  }

  /** Has violations in pages of a context reported to this watch. Call `release` at the end. */
  async reportFrom(context: BrowserContext): Promise<void> {
    const watches = reporting.get(context) ?? new Set();
    watches.add(this);
    if (reporting.has(context)) return;
    reporting.set(context, watches);
    await context.exposeBinding("reportViolation", (_, violation: string) => {
      for (const watch of watches) watch.note(`policy: ${violation}`);
    });
    await context.addInitScript(REPORT_VIOLATIONS);
  }

  /** Ends the reports of a context. */
  release(context: BrowserContext): void {
    reporting.get(context)?.delete(this);
  }

  /** A fault that the test brings about, such as `/status of 404/`. It must come, or the test fails. */
  expect(pattern: RegExp): void {
    this.expected.push({ pattern, isMet: false });
  }

  /** Asserts that there was nothing but what was expected. */
  assertClean(): void {
    assert.deepEqual(this.faults, [], "Unexpected errors in the browser.");
    const missing = this.expected.filter(({ isMet }) => !isMet).map(({ pattern }) => String(pattern));
    assert.deepEqual(missing, [], "Expected errors that did not come.");
  }

  private note(fault: string): void {
    const expected = this.expected.find(({ pattern }) => pattern.test(fault));
    if (expected) expected.isMet = true;
    else this.faults.push(fault);
  }
}
