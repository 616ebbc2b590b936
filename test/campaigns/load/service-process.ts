/** The service as a process that a campaign harms, and what can be seen of it from outside. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Metrics, parseMetrics } from "../../support/http/metrics.ts";
import { type ServerProcess, startProgram } from "../../support/http/process.ts";
import { ADMIN_KEY } from "../../support/http/serve.ts";
import type { CampaignRun } from "../campaign.ts";
import { type Answer, type Asked, Connection, until } from "./connection.ts";

/** The program of the service. */
export const SERVER = fileURLToPath(new URL("../../../missions/server.ts", import.meta.url));

/** How long a start may take, in seconds. */
const START_S = 60;

/** How the program is started. */
export interface StartOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** Options of Node. */
  readonly node?: readonly string[];
  /** Options of the service. */
  readonly args?: readonly string[];
  /** A program that runs the rest of its arguments. */
  readonly within?: readonly string[];
}

/** Settings of every campaign: its requests exceed the rate limits, and a busy machine must not look like an overloaded service. */
const SETTINGS = {
  ...{ PORT: "0", DATASET: "none", ADMIN_API_KEY: ADMIN_KEY, LOG_LEVEL: "error" },
  ...{ RATE_LIMIT: "off", OVERLOAD_LAG_MS: "60000" },
};

/** A line of the log. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type: string; readonly message: string };
}

/** Lines about unexpected errors that are shown. */
const MAX_SHOWN = 3;

/** A running service. */
export class ServiceProcess {
  readonly url: string;
  /** How long it took to listen, in milliseconds. */
  readonly startedIn: number;
  private readonly command: ServerProcess;
  private readonly connection = new Connection();

  private constructor(command: ServerProcess, url: string, startedIn: number) {
    this.command = command;
    this.url = url;
    this.startedIn = startedIn;
  }

  /** Starts the service, which is killed after the run. @throws Error if it ends before it listens */
  static async start(run: Pick<CampaignRun, "after">, options: StartOptions): Promise<ServiceProcess> {
    const { settings, node = [], args = [], within = [] } = options;
    const startedAt = performance.now();
    const program = [...within, process.execPath, ...node, SERVER, ...args] as [string, ...string[]];
    const command = startProgram(run, { command: program }, { ...SETTINGS, ...settings });
    const timer = setTimeout(() => command.process.kill("SIGKILL"), START_S * 1_000);
    const url = await command.url.finally(() => clearTimeout(timer));
    return new ServiceProcess(command, url, performance.now() - startedAt);
  }

  get pid(): number {
    return this.command.process.pid!;
  }

  /** Whether it has ended. */
  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.command.process;
    return exitCode !== null || signalCode !== null;
  }

  /** Sends a request. Rejects if the connection breaks. */
  ask(method: string, path: string, asked?: Asked): Promise<Answer> {
    return this.connection.ask(this.url, method, path, asked);
  }

  /** The status of a GET; undefined without an answer. */
  async statusOf(path: string): Promise<number | undefined> {
    return this.ask("GET", path).then(
      ({ status }) => status,
      () => undefined,
    );
  }

  /** Waits until `GET /readyz` is this status. @returns after how many milliseconds */
  async untilReadyzIs(status: number, seconds: number): Promise<number> {
    const startedAt = performance.now();
    await until(`GET /readyz is ${status}`, seconds, async () => (await this.statusOf("/readyz")) === status);
    return performance.now() - startedAt;
  }

  /** Its metrics; none if it does not answer. */
  async metrics(): Promise<Metrics> {
    // With a key: that of campaigns is hardly limited.
    const headers = { connection: "close", authorization: `Bearer ${ADMIN_KEY}` };
    const response = await fetch(`${this.url}/metrics`, { headers }).catch(() => undefined);
    return parseMetrics((await response?.text()) ?? "");
  }

  /** The resident memory now, in bytes. */
  memory(): number {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, "utf8"))![1]) * 1024;
  }

  /** The number of open file handles. */
  handles(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** The process ids of its workers. */
  workers(): number[] {
    const children = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, "utf8");
    return children.trim().split(" ").filter(Boolean).map(Number);
  }

  /** The lines of its log at or above a level (50 is an error). */
  logged(level: number): LogLine[] {
    const lines = this.command
      .output()
      .err.split("\n")
      .filter((line) => line.startsWith("{"));
    return lines.map((line) => JSON.parse(line)).filter((line) => line.level >= level);
  }

  signal(name: NodeJS.Signals): void {
    this.command.process.kill(name);
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.command.ended;
    this.connection.close();
  }

  /** Stops it, and notes if it has ended before, or ends with another code than 0. Shows what may explain a 500. */
  async stop({ broken }: Pick<CampaignRun, "broken">): Promise<void> {
    const hadEnded = this.hasEnded;
    this.connection.close();
    this.signal("SIGTERM");
    const code = await this.command.ended;
    const unexpected = this.logged(50).filter(({ err }) => err && err.type !== "Problem");
    for (const line of unexpected.slice(0, MAX_SHOWN)) console.error(`logged: ${JSON.stringify(line)}`);
    if (hadEnded || code !== 0) broken(`the service ${hadEnded ? "ended by itself" : "stopped"} with ${code}`);
  }
}
