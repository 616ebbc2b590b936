/**
 * Loaded with `--import` into the service: its clock is ahead of the machine's by the milliseconds in the file
 * `CLOCK_SHIFT`, which is read at the start and at each SIGUSR2. As when a clock is set, timers are not affected.
 */
import { readFileSync } from "node:fs";

const machineNow = Date.now;
const file = process.env.CLOCK_SHIFT!;
let shift = 0;

function readShift(): void {
  shift = Number(readFileSync(file, "utf8"));
}

const now = (): number => machineNow() + shift;

readShift();
process.on("SIGUSR2", readShift);

globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  apply: () => new Date(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
