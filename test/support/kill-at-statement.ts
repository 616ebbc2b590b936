/**
 * Loaded with `--import` into a process that is to be killed: before its `KILL_AT`th statement on SQLite, or message to a
 * server. Without a number it says in the end how many there were.
 */
import { Socket } from "node:net";
import Sqlite from "better-sqlite3";

const last = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
let count = 0;

/** Counts the calls of a method. */
function countCalls<Name extends string>(methods: Record<Name, (...args: never[]) => unknown>, name: Name): void {
  const original = methods[name];
  methods[name] = function (this: unknown, ...args: never[]) {
    count += 1;
    if (count === last) process.kill(process.pid, "SIGKILL");
    return original.apply(this, args);
  };
}

countCalls(Socket.prototype as never, "write");
const statements = Object.getPrototypeOf(new Sqlite(":memory:").prepare("SELECT 1"));
for (const name of ["run", "all", "get"]) countCalls(statements, name);
process.once("exit", () => {
  if (last === Number.POSITIVE_INFINITY) console.error(`statements: ${count}`);
});
