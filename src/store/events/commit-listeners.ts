/** Listeners for commits. Commits are observed only while there is a listener. */
export class CommitListeners {
  private readonly listeners = new Set<() => void>();
  private readonly start: () => () => void;
  private stop: (() => void) | undefined;

  /** @param start starts to observe commits, and returns a function that stops it */
  constructor(start: () => () => void) {
    this.start = start;
  }

  /** @returns a function that removes the listener */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    this.stop ??= this.start();
    return () => {
      if (this.listeners.delete(listener) && this.listeners.size === 0) this.close();
    };
  }

  /** Calls all listeners. */
  notify(): void {
    for (const listener of this.listeners) listener();
  }

  close(): void {
    this.listeners.clear();
    this.stop?.();
    this.stop = undefined;
  }
}
