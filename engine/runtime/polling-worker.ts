/** A background loop: rounds of work that never overlap, run periodically and whenever the worker is woken. */

/** The work of a worker, and how often it is due. */
export interface PollingWorkerOptions {
  /** Milliseconds between periodic rounds. */
  readonly everyMs: number;
  /** One round of work. */
  round(): Promise<void>;
  /** Receives the error of a round; the worker continues. */
  onError(error: unknown): void;
}

/** Runs rounds until it is stopped. */
export class PollingWorker {
  private readonly options: PollingWorkerOptions;
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  /** Whether another round is to start. */
  private isRequested = false;
  private stopped = false;

  constructor(options: PollingWorkerOptions) {
    this.options = options;
  }

  /** Whether `stop` was called: no new round begins. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Settles when the rounds that run now have ended; undefined if none runs. */
  get running(): Promise<void> | undefined {
    return this.current;
  }

  /** Starts the first round, and polls from then on. The timer does not keep the process alive. */
  start(): void {
    this.timer = setInterval(() => this.wake(), this.options.everyMs);
    this.timer.unref();
    this.wake();
  }

  /** Starts a round now, or one more after the round that runs. */
  wake(): void {
    if (this.stopped) return;
    this.isRequested = true;
    this.current ??= this.run().finally(() => {
      this.current = undefined;
    });
  }

  /** Starts no more rounds, and resolves when the current one has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopped = true;
    this.isRequested = false;
    await this.current;
  }

  private async run(): Promise<void> {
    while (this.isRequested) {
      this.isRequested = false;
      try {
        await this.options.round();
      } catch (error) {
        this.options.onError(error);
      }
    }
  }
}
