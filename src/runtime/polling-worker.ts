/** A background loop: rounds of work that never overlap, run periodically and whenever the worker is woken. */

export interface PollingWorkerOptions {
  /** Milliseconds between rounds that nobody asked for. */
  readonly everyMs: number;
  /** One round of work. */
  round(): Promise<void>;
  /** Receives what a round throws; the worker goes on. */
  onError(error: unknown): void;
}

export class PollingWorker {
  private readonly options: PollingWorkerOptions;
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  private isRequested = false;
  private stopped = false;

  constructor(options: PollingWorkerOptions) {
    this.options = options;
  }

  /** Whether no new round begins. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** The rounds that run now; undefined while the worker rests. */
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
