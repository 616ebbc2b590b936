/** A Redis of one campaign, which is killed, suspended and started again. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { removeAtExit } from "../../support/cleanup.ts";
import { findFreePort } from "../../support/http/free-port.ts";
import type { CampaignRun } from "../campaign.ts";

/** The reason why there is no Redis. */
export async function missingRedis(): Promise<string | undefined> {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "there is no redis-server in the PATH";
  }
}

/** A server, which keeps nothing when it is killed. */
export class RedisServer {
  private readonly port: number;
  private child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  /** Starts a server; it is gone after the run. */
  static async start({ after }: Pick<CampaignRun, "after">): Promise<RedisServer> {
    const server = new RedisServer(await findFreePort());
    after(() => server.kill());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = spawn("redis-server", args, { cwd: tmpdir(), stdio: ["ignore", "pipe", "inherit"] });
    const unregister = removeAtExit({ pid: child.pid! });
    child.once("exit", unregister);
    this.child = child;
    let out = "";
    for await (const text of child.stdout.setEncoding("utf8")) {
      out += text;
      if (out.includes("Ready to accept connections")) break;
    }
    child.stdout.resume();
  }

  /** Kills it. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }

  /** Suspends it, with connections open. @returns a function that resumes it */
  suspend(): () => void {
    const { child } = this;
    child!.kill("SIGSTOP");
    return () => void child!.kill("SIGCONT");
  }
}
