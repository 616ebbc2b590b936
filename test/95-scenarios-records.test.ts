/** Scenarios 08, 09 and 11 of the explorer: records and problems, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { recordsOf, serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** What scenarios do on a domain. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  /** A record, and where its reference leads: the label of its field, the name of its target, its address. */
  readonly reference: readonly [address: string, label: string, name: string, target: string];
  /** A record with everything that a record can be related to: headings, each with a text or a link below it. */
  readonly related: readonly [address: string, parts: readonly (readonly [heading: string, below: string])[]];
  /** A record with a member. */
  readonly members: readonly [address: string, heading: string, member: string, target: string];
  /** An id that nothing has, and the name of the record that was meant. */
  readonly mistaken: readonly [address: string, name: string, target: string];
}

const missionsToMars = recordsOf("missions").filter(({ destination }) => destination === "mars");

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        reference: ["/missions/cassini-huygens", "Destination", "Saturn", "/planets/saturn"],
        related: [
          "/planets/mars",
          [
            ["Moons", "Phobos"],
            ["Atmosphere", "Surface pressure"],
            ["Surface", "Olympus Mons"],
            ["Missions with destination Mars", `All ${missionsToMars.length}`],
          ],
        ],
        members: ["/missions/apollo-11", "Crew", "Neil Armstrong", "/astronauts/neil-armstrong"],
        mistaken: ["/missions/apolo-11", "Apollo 11", "/missions/apollo-11"],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        reference: ["/courses/lasers", "Department", "Physics", "/universities/alma/departments/physics"],
        related: [
          "/universities/alma",
          [
            ["Departments", "Physics"],
            ["Founding charter", "Signed on"],
            ["Courses with university Alma Mater", "Roman law"],
          ],
        ],
        members: ["/courses/optics", "Enrolled", "Ann", "/students/ann"],
        mistaken: ["/courses/optiks", "Optics", "/courses/optics"],
      },
    ];

/** The value that stands beside a label. */
function valueAt(page: Page, label: string) {
  return page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("xpath=following-sibling::dd[1]");
}

/** The part of the page under a heading. */
function part(page: Page, heading: string) {
  return page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: heading, exact: true }) });
}

test("explorer 08, space: a reference to a moon leads to it under its planet", { skip }, async (t) => {
  const { page, open } = await visit(t, SETTINGS[0]!.served);
  await open("/missions/apollo-11");
  await valueAt(page, "Destination").getByRole("link", { name: "Moon" }).click();
  await page.getByRole("heading", { level: 1, name: "Moon" }).waitFor();
  assert.equal(addressOf(page), "/planets/earth/moons/moon");
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Earth" }).click();
  await page.getByRole("heading", { level: 1, name: "Earth" }).waitFor();
});

for (const { domain, served, reference, related, members, mistaken } of sampleOf(SETTINGS, 2, 0)) {
  test(`explorer 08, ${domain}: a reference shows the name of its record, and leads to it`, { skip }, async (t) => {
    const { page, open } = await visit(t, served);
    const [address, label, name, target] = reference;
    await open(address);
    await valueAt(page, label).getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    assert.equal(addressOf(page), target);
    await eventually(page, () => page.title().then((title) => title.split(" · ")[0]), name);
  });

  test(`explorer 09, ${domain}: a record shows what is below it, what belongs to it, and who refers to it`, {
    skip,
  }, async (t) => {
    const { page, open } = await visit(t, served);
    const [address, parts] = related;
    await open(address);
    for (const [heading, below] of parts) await part(page, heading).getByText(below).first().waitFor();
    const [course, heading, member, target] = members;
    await open(course);
    await part(page, heading).getByRole("link", { name: member, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: member }).waitFor();
    assert.equal(addressOf(page), target);
  });

  test(`explorer 11, ${domain}: a problem is shown whole, with its page, its request id, and what was meant`, {
    skip,
  }, async (t) => {
    const { page, open, expect } = await visit(t, served);
    expect(/status of 404/);
    const [address, name, target] = mistaken;
    const answer = page.waitForResponse((response) => response.url().includes(`/api${address}`));
    await open(address);
    const problem = await (await answer).json();
    const alert = page.getByRole("alert");
    // The heading names the record, and the list whoever was meant: together they say what the detail does.
    const id = address.split("/").at(-1)!;
    const [kind] = /(?<=^There is no such ).*?(?=\.)/.exec(problem.detail)!;
    await alert.getByRole("heading", { level: 1, name: `There is no ${kind} ${id}`, exact: true }).waitFor();
    assert.equal(problem.detail, `There is no such ${kind}. Did you mean ${target.split("/").at(-1)}?`);
    await alert.getByText(String(problem.status), { exact: true }).waitFor();
    await alert.getByText(problem.request_id).waitFor();
    await eventually(
      page,
      () => alert.getByRole("link", { name: "What this means" }).getAttribute("href"),
      problem.type,
    );
    assert.equal((await served.get(problem.type)).status, 200);
    await alert.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    assert.equal(addressOf(page), target);
  });
}
