/** Scenario 19 of the explorer: every kind of field is edited and read back the same, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { enter } from "./support/browser/enter.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import { writableResources } from "./support/domain/declared-behaviour.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

for await (const { domainName, served, records } of serveBothDomains()) {
  const resources = writableResources(served.catalog).filter(({ views }) => views[0]!.role !== "flat");
  for (const resource of sampleOf(resources, 2, 0))
    test(`explorer 19: ${domainName}, ${resource.name}: every field is edited and read back the same`, {
      skip,
    }, async (t) => {
      const { path, parentId } = await records.create(resource, "required");
      const draft = await records.draft(resource, parentId, "every");
      if (resource.member) delete draft[resource.key];
      const { page, open } = await visit(t, served, { key: ADMIN_KEY });
      const address = path.replace("/api", "");
      await open(`${address}/-/edit`);
      for (const [name, value] of Object.entries(draft)) await enter(page, `/${name}`, value);
      await page.getByRole("button", { name: /^Save/ }).click();
      await eventually(page, () => addressOf(page), decodeURIComponent(address));
      const { body } = await served.get(path);
      for (const [name, value] of Object.entries(draft)) assert.deepEqual(body[name], value, name);
    });
}
