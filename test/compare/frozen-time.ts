/**
 * Loaded into a server before its own code: time stands still until the parent process sends the next moment, in
 * milliseconds since 1970, and `Math.random` is constant. So two servers that get the same requests answer with the same times.
 */
let now = Number(process.env.FROZEN_AT);

globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now] : given),
  apply: () => new Date(now).toString(),
  get: (target, name) => (name === "now" ? () => now : Reflect.get(target, name)),
});

Math.random = () => 0.5;

process.on("message", (moment: number) => {
  now = moment;
  process.send!(now);
});
process.channel?.unref();
