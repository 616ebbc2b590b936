/**
 * Faults in the drivers of both databases: the n-th call fails, or every call that a test chooses. Each call of a driver is
 * what the store waits for.
 */
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import pg from "pg";

/** Makes calls of a driver fail. Calls are counted only while faults are armed. */
export interface Faults {
  /** The calls since it was armed: the method and the text of each. */
  readonly calls: readonly string[];
  /** Whether a call has failed since it was armed. */
  readonly fired: boolean;
  /** Lets the call with this index, from now on, fail; none for -1. */
  armAt(index: number): void;
  /** Lets calls whose text fulfills a condition fail. */
  armFor(fails: (text: string) => boolean): void;
  disarm(): void;
}

class ArmedFaults implements Faults {
  calls: string[] = [];
  fired = false;
  private fails: ((text: string) => boolean) | undefined;

  armAt(index: number): void {
    this.armFor(() => this.calls.length === index + 1);
  }

  armFor(fails: (text: string) => boolean): void {
    this.calls = [];
    this.fired = false;
    this.fails = fails;
  }

  disarm(): void {
    this.fails = undefined;
  }

  /** Counts a call. Returns whether it is to fail. */
  strikes(method: string, text: string): boolean {
    if (!this.fails) return false;
    this.calls.push(`${method} ${text}`);
    const strikes = this.fails(text);
    this.fired ||= strikes;
    return strikes;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: methods of any signature are replaced
type Methods = Record<string, any>;

/** Calls `strike` before each call of a method; if it returns a function, that is called instead. */
function intercept(target: object, method: string, strike: (self: Methods, args: unknown[]) => unknown): void {
  const methods = target as Methods;
  const original = methods[method];
  methods[method] = function (this: Methods, ...args: unknown[]) {
    const instead = strike(this, args);
    return typeof instead === "function" ? instead() : original.apply(this, args);
  };
}

/**
 * Injects faults into SQLite for the rest of the process. A call throws an error with a result code; a message to a thread that
 * reads ends the thread.
 * @param code returns the result code of the next fault
 */
export function injectSqliteFaults(code: () => string): Faults {
  const faults = new ArmedFaults();
  const strike = (method: string, text: string): void => {
    if (faults.strikes(method, text)) throw new Sqlite.SqliteError("the fault of a test", code());
  };
  const connection = new Sqlite(":memory:");
  const statement = Object.getPrototypeOf(connection.prepare("SELECT 1")) as object;
  connection.close();
  for (const method of ["run", "get", "all"])
    intercept(statement, method, (self) => strike(method, (self as unknown as Sqlite.Statement).source));
  for (const method of ["prepare", "exec", "pragma"])
    intercept(Sqlite.prototype, method, (_, [text]) => strike(method, text as string));
  intercept(Worker.prototype, "postMessage", (self) =>
    faults.strikes("post", "to a thread") ? () => void (self as unknown as Worker).terminate() : undefined,
  );
  return faults;
}

/** How a call of PostgreSQL's driver fails: the connection is lost, or the server reports an error. */
export type PostgresFault = "connection" | "disk full";

/**
 * Injects faults into the driver of PostgreSQL for the rest of the process.
 * @param kind returns the kind of the next fault
 */
export function injectPostgresFaults(kind: () => PostgresFault): Faults {
  const faults = new ArmedFaults();
  const REPORTED = "DO $$ BEGIN RAISE 'the fault of a test' USING ERRCODE = 'disk_full'; END $$";
  intercept(pg.Client.prototype, "query", (self, args) => {
    const [query] = args as [string | { text: string }];
    const text = typeof query === "string" ? query : query.text;
    if (!faults.strikes("query", text)) return undefined;
    if (kind() === "disk full")
      args.splice(0, args.length, REPORTED, ...args.filter((each) => typeof each === "function"));
    else self.connection.stream.destroy();
    return undefined;
  });
  intercept(pg.Client.prototype, "connect", (_, [callback]) => {
    if (!faults.strikes("connect", "")) return undefined;
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    return () => (typeof callback === "function" ? callback(refused) : Promise.reject(refused));
  });
  return faults;
}
