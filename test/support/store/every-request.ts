/** Requests of every kind, and background work, for tests in which any of them may fail. */

import { EventStreamClient } from "../events/event-stream-client.ts";
import { startReceiver } from "../events/webhook-receiver.ts";
import type { Body, HttpResponse, Served } from "../http/serve.ts";

const SAMPLE = { instrument: "camera", parameter: "light", value: 1, collected_at: "2026-01-01T00:00:00Z" };

/** Sends requests of every kind to a service, and remembers what it has acknowledged. */
export class EveryRequest {
  /** The paths of records, and whether they must exist. Those whose outcome is unknown are not among them. */
  readonly expected = new Map<string, boolean>();
  private readonly served: Served;
  private readonly credential: string;
  private runs = 0;

  private constructor(served: Served, credential: string) {
    this.served = served;
    this.credential = credential;
  }

  /** Prepares a service, which needs `WEBHOOK_ALLOW_PRIVATE`. It has webhooks, and keys. */
  static async prepare(served: Served): Promise<EveryRequest> {
    const inbox = await startReceiver();
    await served.post("/api/webhooks", { url: inbox.url, event_types: ["mission.*"] });
    const scopes = ["missions:read", "missions:write"];
    const { body } = await served.post("/api/api-keys", { name: "test", scopes });
    const { body: revoked } = await served.post("/api/api-keys", { name: "revoked", scopes });
    await served.delete(`/api/api-keys/${revoked.id}`);
    await served.put("/api/planets/mars", { name: "Mars", planet_type: "terrestrial" });
    return new EveryRequest(served, body.secret);
  }

  /** One run. Does not throw if requests fail. */
  async run(): Promise<void> {
    this.runs += 1;
    const { served } = this;
    const withKey = { credential: this.credential };
    const id = `m-${this.runs}`;
    const stream = await EventStreamClient.connect(served.url).catch(() => undefined);
    await this.create(`/api/missions/${id}`, { name: `Mission ${id}`, destination: "mars" }, withKey);
    await Promise.all(
      [1, 2, 3].map((part) => this.create(`/api/missions/${id}-${part}`, { name: `Part ${part} of ${id}` })),
    );
    await this.send("PATCH", `/api/missions/${id}`, { summary: "Changed." });
    const keyed = { headers: { "idempotency-key": id } };
    await this.send("POST", "/api/missions", { id: `${id}-once`, name: "Once" }, keyed);
    await this.send("POST", "/api/missions", { id: `${id}-once`, name: "Once" }, keyed);
    await this.send("POST", `/api/missions/${id}/data`, [SAMPLE, SAMPLE, SAMPLE]);
    const later = { headers: { prefer: "respond-async" } };
    const accepted = await this.send("POST", `/api/missions/${id}/data`, [SAMPLE], later);
    await Promise.all(this.reads(id).map((path) => this.send("GET", path)));
    await Promise.all(this.reads(id).map((path) => this.send("GET", path, undefined, withKey)));
    await served.deliver().catch(() => {});
    await served.store.startDay().catch(() => {});
    if (accepted?.status === 202) await this.send("GET", accepted.body._links.self);
    await this.remove(`/api/missions/${id}-1`);
    await this.remove(`/api/missions/${id}-2?cascade=true`);
    stream?.close();
  }

  private reads(id: string): string[] {
    return [
      `/api/missions/${id}?include=destination`,
      `/api/missions?limit=2&name_contains=part&sort_by=name`,
      "/api/missions?cursor=&limit=2",
      `/api/missions/${id}/data?parameter=light`,
      `/api/missions/${id}/crew`,
      "/api/missions?group_by=status&measure=avg:crew_size",
      "/api/missions?search=part",
      "/api/search?q=part",
      "/api/missions?format=csv",
      "/api/missions?format=ndjson",
      `/api/events?subject=/api/missions/${id}`,
      "/api/operations",
      "/api/webhooks",
      "/api/me",
      "/readyz",
      "/metrics",
    ];
  }

  /** @returns undefined if there was no complete response */
  private async send(method: string, path: string, body?: Body, options = {}): Promise<HttpResponse | undefined> {
    const sent = { ...options, ...(body === undefined ? {} : { body }) };
    return this.served.request(method, path, sent).catch((error: Error & { code?: string }) => {
      // Exports that cannot be continued are cut off.
      if (error.name === "AssertionError") throw error;
      return undefined;
    });
  }

  private async create(path: string, body: Body, options = {}): Promise<void> {
    this.note(path, true, await this.send("PUT", path, body, options));
  }

  private async remove(path: string): Promise<void> {
    const [record] = path.split("?") as [string];
    const existed = this.expected.get(record);
    const response = await this.send("DELETE", path);
    if (existed === true) this.note(record, false, response);
    else this.expected.delete(record);
  }

  /** Notes that a record exists, or not, after a request that should have made it so. */
  private note(path: string, exists: boolean, response: HttpResponse | undefined): void {
    const isUnknown = !response || /unknown whether/.test(response.text);
    if (isUnknown) this.expected.delete(path);
    else this.expected.set(path, response.status < 300 ? exists : !exists);
  }
}
