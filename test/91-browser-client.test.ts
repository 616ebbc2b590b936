/** Proves that the built client runs in Chromium, in pages of the service's origin and of another (§12.10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { buildClient, openClientPage, serveElsewhere } from "./support/browser/client-page.ts";
import { serveForFile } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = await serveForFile();
const read = skip ? () => ({ type: "", body: "" }) : buildClient();
const ORIGINS = [
  ["the service's origin", undefined],
  ["another origin", skip ? "" : await serveElsewhere(read)],
] as const;

for (const [index, [name, origin]] of ORIGINS.entries()) {
  test(`§4.10: a page of ${name}: creates, reads, and updates with If-Match; a change by others is Stale`, {
    skip,
  }, async (t) => {
    const { run, expect } = await openClientPage(t, served, read, origin);
    expect(/status of 412/);
    const id = `edited-${index}`;
    const [created, updated] = await run(async (_, api, id) => {
      const created = await api.missions.create({ id, name: "In a browser" });
      return [created, await api.missions.update(created, { operator: "NASA" })];
    }, id);
    assert.deepEqual([created!.id, created!.operator, updated!.operator], [id, null, "NASA"]);
    assert.equal((await served.get(`/api/missions/${id}`)).body.operator, "NASA");

    const stale = await run(async ({ Stale }, api, id) => {
      const mine = await api.missions.get(id);
      await api.missions.update(id, { operator: "ESA" });
      try {
        await api.missions.update(mine, { operator: "JAXA" });
        return undefined;
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        return [error.status, error.requestId !== undefined, (await error.theirs()).operator];
      }
    }, id);
    assert.deepEqual(stale, [412, true, "ESA"]);
  });

  test(`§5.3: a page of ${name}: without a key, a write is refused, and a read is not`, { skip }, async (t) => {
    const { run, expect } = await openClientPage(t, served, read, origin);
    expect(/status of 401/);
    await served.put("/api/missions/public", { name: "Public" });
    const seen = await run(
      async ({ Unauthorized }, api) => {
        const { name } = await api.missions.get("public");
        const refusal = await api.missions.create({ name: "X" }).catch((error: unknown) => error);
        return [name, refusal instanceof Unauthorized];
      },
      undefined,
      false,
    );
    assert.deepEqual(seen, ["Public", true]);
  });

  test(`§4.9: a page of ${name}: follows the cursors of a list, and exports all of it`, { skip }, async (t) => {
    const { run } = await openClientPage(t, served, read, origin);
    const operator = `Walked ${index}`;
    const ids = Array.from({ length: 130 }, (_, at) => `walked-${index}-${String(at).padStart(3, "0")}`);
    for (const id of ids) await served.put(`/api/missions/${id}`, { name: `Ünïcode, "${id}"`, operator });
    const walked = await run(async (_, api, operator) => {
      const found: string[] = [];
      for await (const { id } of api.missions.all({ operator, limit: 50 })) found.push(id);
      return found;
    }, operator);
    assert.deepEqual(walked.sort(), ids);
    const csv = await run(
      async (_, api, operator) =>
        (await api.missions.export({ operator, format: "csv", fields: ["name"], sort: "id" })).text(),
      operator,
    );
    const rows = ids.map((id) => `${id},"Ünïcode, ""${id}"""\r\n`);
    assert.equal(csv, `id,name\r\n${rows.join("")}`);
  });

  test(`§6.2: a page of ${name}: follows events, begins again after a last one, and stops`, { skip }, async (t) => {
    const { run, page } = await openClientPage(t, served, read, origin);
    const id = `followed-${index}`;
    await served.put(`/api/missions/${id}`, { name: "Followed" });
    const connected = page.waitForResponse((response) => response.url().includes("/api/events"));
    const following = run(async (_, api, subject) => {
      const stop = new AbortController();
      const seen: [type: string, id: string][] = [];
      try {
        for await (const { type, id } of api.events.follow({ subject }, { signal: stop.signal })) {
          seen.push([type, id]);
          if (seen.length === 2) stop.abort(new Error("Enough."));
        }
      } catch (error) {
        return { seen, reason: (error as Error).message };
      }
      return { seen, reason: undefined };
    }, `/api/missions/${id}`);
    await connected;
    await served.patch(`/api/missions/${id}`, { operator: "NASA" });
    await served.delete(`/api/missions/${id}`);
    const { seen, reason } = await following;
    assert.deepEqual(
      seen.map(([type]) => type),
      ["mission.updated", "mission.deleted"],
    );
    assert.equal(reason, "Enough.");
    const resumed = await run(
      async (_, api, { subject, after }) => {
        for await (const { type } of api.events.follow({ subject }, { after })) return type;
        return undefined;
      },
      { subject: `/api/missions/${id}`, after: seen[0]![1] },
    );
    assert.equal(resumed, "mission.deleted");
  });
}
