/** Proves that a process listens to notifications again after its connection to PostgreSQL is lost (§6.2). */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { mock, test } from "node:test";
import type { Hosts } from "../engine/store/postgres/hosts.ts";
import { listenForMessages } from "../engine/store/postgres/notify.ts";

class FakeClient extends EventEmitter {
  query = async () => ({ rows: [{ name: "channel" }] });
  end = async () => {
    this.emit("end");
  };
}

/** Lets promises settle as far as they can without a timer. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("§6.2: a lost connection is opened again, once, without a health check", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const clients: FakeClient[] = [];
  const hosts = { connect: async () => clients[clients.push(new FakeClient()) - 1] } as unknown as Hosts;
  let notified = 0;
  const end = listenForMessages(hosts, () => {
    notified += 1;
  });
  await settled();
  clients[0]!.emit("end");
  mock.timers.tick(500);
  await settled();
  // Notifications in between were missed, so that the log must be read.
  assert.deepEqual([clients.length, notified], [2, 2]);
  clients[1]!.emit("notification", { payload: "" });
  assert.equal(notified, 3);
  end();
  mock.timers.tick(10_000);
  await settled();
  assert.equal(clients.length, 2);
  mock.timers.reset();
});
