/** Clients that write at the same time, and note in a book what the service acknowledged. */
import type { Book } from "./book.ts";
import { type Answer, Connection, pause, until } from "./connection.ts";
import {
  createArray,
  createMoon,
  createObjective,
  deleteMoon,
  MISSIONS,
  type Moon,
  PLANETS,
  renameMoon,
  type Write,
} from "./writes.ts";

/** How writers meet the service. */
export interface WriterOptions {
  readonly book: Book;
  /** The number of clients. */
  readonly writers: number;
  random(): number;
  /** The statuses with which the service may refuse a write; it is then not executed. */
  readonly refusals: readonly number[];
  broken(what: string): void;
}

/** How a write ended. Without an answer, it may have been executed or not. It is unsent if nobody accepts connections. */
type Outcome = "acknowledged" | "refused" | "unanswered" | "unsent";

/** How long a writer waits after it was refused or cut off. */
const PAUSE_MS = 25;
/** How long it may take until writes are acknowledged, or have an answer in the end, in seconds. */
const LIMIT_S = 60;

/** All writers of one campaign. */
export class Writers {
  /** The writes so far. */
  readonly counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unanswered: 0, unsent: 0 };
  private readonly options: WriterOptions;
  private readonly lanes: Lane[];
  private writing: Promise<void> | undefined;
  private isStopping = false;

  constructor(options: WriterOptions) {
    this.options = options;
    this.lanes = Array.from({ length: options.writers }, (_, at) => new Lane(`w${at}`, options, this.counts));
  }

  /** Creates the parents. */
  async begin(url: string): Promise<void> {
    const connection = new Connection();
    const parents = [
      ...PLANETS.map((id) => [`/api/planets/${id}`, { name: id, planet_type: "dwarf" }] as const),
      ...MISSIONS.map((id) => [`/api/missions/${id}`, { name: id }] as const),
    ];
    for (const [path, body] of parents) {
      const answer = await connection.ask(url, "PUT", path, { body });
      if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    connection.close();
  }

  /** Writes until a condition holds, which is checked before each write. @param url returns that of the service */
  async run(url: () => string, isOver: () => boolean): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.run(url, isOver)));
  }

  /** Begins to write, until `stop`. @param url returns that of the service */
  start(url: () => string): void {
    this.writing = this.run(url, () => this.isStopping);
  }

  /** Waits until this number of writes more is acknowledged. @throws Error if that takes too long */
  async untilAcknowledged(more: number): Promise<void> {
    const target = this.counts.acknowledged + more;
    await until(`${more} writes are acknowledged`, LIMIT_S, () => this.counts.acknowledged >= target);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.writing;
  }

  /** Stops, and repeats what has an Idempotency-Key and no answer, until it has one. */
  async finish(url: () => string): Promise<void> {
    await this.stop();
    const end = performance.now() + LIMIT_S * 1_000;
    const finish = (lane: Lane) => lane.run(url, () => lane.isSettled || performance.now() > end);
    await Promise.all(this.lanes.map(finish));
    for (const lane of this.lanes) {
      if (!lane.isSettled) this.options.broken(`a write was repeated for ${LIMIT_S} s, without success`);
      lane.connection.close();
    }
  }
}

/** One writer. */
class Lane {
  readonly connection = new Connection();
  private readonly name: string;
  private readonly options: WriterOptions;
  private readonly counts: Writers["counts"];
  /** Its moons that exist; without those that it is writing, or whose last write has no answer. */
  private readonly moons: Moon[] = [];
  /** A write without an answer, to be repeated. */
  private unanswered: Write | undefined;
  private written = 0;

  constructor(name: string, options: WriterOptions, counts: Writers["counts"]) {
    this.name = name;
    this.options = options;
    this.counts = counts;
  }

  get isSettled(): boolean {
    return this.unanswered === undefined;
  }

  async run(url: () => string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const outcome = await this.write(url(), this.unanswered ?? this.next());
      this.counts[outcome] += 1;
      if (outcome !== "acknowledged") await pause(PAUSE_MS);
    }
  }

  private async write(url: string, write: Write): Promise<Outcome> {
    const { book } = this.options;
    const isRepeated = write === this.unanswered;
    const { method, path, body, key, value, idempotencyKey, moon } = write;
    const headers: Record<string, string> = idempotencyKey ? { "idempotency-key": idempotencyKey } : {};
    book.attempt(key, value);
    const answer = await this.connection
      .ask(url, method, path, { body, headers })
      .catch(({ code }: NodeJS.ErrnoException) => (code === "ECONNREFUSED" ? "unsent" : undefined));
    const outcome = this.outcomeOf(write, answer, isRepeated);
    const isOpen = outcome === "unanswered" || (outcome === "unsent" && isRepeated);
    this.unanswered = isOpen && idempotencyKey ? write : undefined;
    if (outcome === "acknowledged") book.acknowledge(key, value);
    const isUnchanged = outcome === "refused" || outcome === "unsent";
    if (isUnchanged && !isRepeated) book.refuse(key, value);
    const exists = outcome === "acknowledged" ? method !== "DELETE" : isUnchanged && method !== "PUT";
    if (moon && exists) this.moons.push(moon);
    return outcome;
  }

  private outcomeOf(
    { method, path, expected }: Write,
    answer: Answer | "unsent" | undefined,
    isRepeated: boolean,
  ): Outcome {
    if (answer === "unsent") return "unsent";
    if (answer === undefined || isUndetermined(answer)) return "unanswered";
    if (answer.status === expected) return "acknowledged";
    const isRefusal = this.options.refusals.includes(answer.status);
    // The first attempt may have been executed, or be running still.
    if (isRepeated && (isRefusal || answer.status === 409)) return "unanswered";
    if (!isRefusal) this.options.broken(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return "refused";
  }

  private next(): Write {
    const name = `${this.name}-${this.written++}`;
    const kind = this.options.random();
    if (kind < 0.15) return createArray(this.pick(MISSIONS), name);
    if (kind < 0.35) return createObjective(this.pick(MISSIONS), name);
    const moon = kind < 0.65 ? this.takeMoon() : undefined;
    if (!moon) return createMoon({ planet: this.pick(PLANETS), id: name });
    return kind < 0.55 ? renameMoon(moon, name) : deleteMoon(moon);
  }

  /** Any of its moons, which it forgets until the write is answered. */
  private takeMoon(): Moon | undefined {
    return this.moons.splice(Math.floor(this.options.random() * this.moons.length), 1)[0];
  }

  private pick(from: readonly string[]): string {
    return from[Math.floor(this.options.random() * from.length)]!;
  }
}

/** Whether the response says that the write may have been executed. */
function isUndetermined({ status, body }: Answer): boolean {
  return status >= 500 && /\bunknown whether\b/.test(body?.detail);
}
