/** PostgreSQL servers for one test, from Debian's binaries: started, killed, replicated to a standby and promoted. */
import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { removeAtExit } from "../cleanup.ts";
import { findFreePort } from "../http/free-port.ts";

const VERSIONS = "/usr/lib/postgresql";
const run = promisify(execFile);

/** The folder of the newest binaries; undefined if there are none. */
export function postgresBinaries(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).filter((name) => /^\d+$/.test(name)) : [];
  const newest = Math.max(...versions.map(Number));
  const folder = join(VERSIONS, String(newest), "bin");
  return versions.length > 0 && existsSync(join(folder, "initdb")) ? folder : undefined;
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
const asRoot = process.getuid?.() === 0;

/** Runs a program of PostgreSQL, and waits for its end. */
async function runProgram(name: string, ...args: string[]): Promise<void> {
  const path = join(postgresBinaries()!, name);
  const [command, allArgs] = asRoot ? ["runuser", ["-u", "postgres", "--", path, ...args]] : [path, args];
  await run(command, allArgs, { cwd: tmpdir() });
}

/** An empty data folder, copied for the servers of this process. */
let template: Promise<string> | undefined;

async function initialize(): Promise<string> {
  const folder = emptyFolder();
  removeAtExit({ folder });
  await runProgram("initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
  return folder;
}

/** A running server. */
export class PostgresServer {
  readonly port: number;
  private readonly folder: string;
  private options: string;

  private readonly removed: () => void;

  private constructor(folder: string, port: number, options: string) {
    this.removed = removeAtExit({ folder });
    this.folder = folder;
    this.port = port;
    this.options = options;
  }

  /** Creates and starts a server, with the system identifier of all in this process. @param options of the command `postgres` */
  static async create(options = ""): Promise<PostgresServer> {
    template ??= initialize();
    const folder = emptyFolder();
    await run("cp", ["-a", `${await template}/.`, folder]);
    return PostgresServer.startIn(folder, options);
  }

  /** Creates and starts a server with its own system identifier. */
  static async createUnrelated(): Promise<PostgresServer> {
    return PostgresServer.startIn(await initialize(), "");
  }

  private static async startIn(folder: string, options: string): Promise<PostgresServer> {
    const server = new PostgresServer(folder, await findFreePort(), options);
    await server.start();
    return server;
  }

  /** Creates and starts a standby of this server. */
  async createStandby(): Promise<PostgresServer> {
    const folder = emptyFolder();
    const from = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres"];
    await runProgram("pg_basebackup", "-D", folder, ...from, "-R", "-X", "stream", "-c", "fast", "--no-sync");
    const server = new PostgresServer(folder, await findFreePort(), "");
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    // Shared memory is a file in the folder, so that a killed server leaves nothing behind.
    const shared = "-c dynamic_shared_memory_type=mmap -c shared_buffers=16MB";
    const serverOptions = `-p ${this.port} -k ${this.folder} -c listen_addresses=127.0.0.1 -c fsync=off ${shared}`;
    await runProgram(
      "pg_ctl",
      "start",
      "-w",
      "-D",
      this.folder,
      "-l",
      join(this.folder, "log"),
      "-o",
      `${serverOptions} ${this.options}`,
    );
  }

  /** Kills the server. */
  kill(): void {
    const [pid] = readFileSync(join(this.folder, "postmaster.pid"), "utf8").split("\n");
    // Its children notice, and exit.
    process.kill(Number(pid), "SIGKILL");
  }

  /** Suspends all its processes, with connections open, like a hanging machine. @returns a function that resumes them */
  async freeze(): Promise<() => void> {
    const { rows } = await this.query("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
    const [postmaster] = readFileSync(join(this.folder, "postmaster.pid"), "utf8").split("\n");
    const pids = [Number(postmaster), ...rows.map((row) => row.pid as number)];
    const trySignal = (pid: number, name: NodeJS.Signals): boolean => {
      try {
        return process.kill(pid, name);
      } catch {
        // The process has ended.
        return false;
      }
    };
    const stopped = pids.filter((pid) => trySignal(pid, "SIGSTOP"));
    return () => {
      for (const pid of stopped) trySignal(pid, "SIGCONT");
    };
  }

  async stop(): Promise<void> {
    await runProgram("pg_ctl", "stop", "-w", "-m", "fast", "-D", this.folder).catch(() => {});
  }

  async promote(): Promise<void> {
    await runProgram("pg_ctl", "promote", "-w", "-D", this.folder);
  }

  async query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ host: "127.0.0.1", port: this.port, user: "postgres", database: "postgres" });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await runProgram("pg_ctl", "stop", "-w", "-m", "immediate", "-D", this.folder).catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
    this.removed();
  }
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-cluster-"));
  if (asRoot) {
    const [, , uid, gid] = /^postgres:(.*)$/m.exec(readFileSync("/etc/passwd", "utf8"))![0].split(":");
    chownSync(folder, Number(uid), Number(gid));
  }
  return folder;
}
