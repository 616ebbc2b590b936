/**
 * Loaded into a server before its own code: time stands still until the parent process sends the next moment, in
 * milliseconds since 1970, and what makes delays and UUIDs random is constant; a UUID is still unique by its time and
 * counter. So two servers that get the same requests answer with the same times and ids, but for secrets.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

let now = Number(process.env.FROZEN_AT);

globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now] : given),
  apply: () => new Date(now).toString(),
  get: (target, name) => (name === "now" ? () => now : Reflect.get(target, name)),
});

Math.random = () => 0.5;
crypto.randomUUID = () => "07070707-0707-4707-8707-070707070707";
syncBuiltinESMExports();

process.on("message", (moment: number) => {
  now = moment;
  process.send!(now);
});
process.channel?.unref();
// The server does not outlive the comparison.
process.on("disconnect", () => process.exit());
