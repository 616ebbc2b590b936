/** Who is told of commits; whatever finds them out is at work only while there is somebody. */
export class CommitListeners {
  private readonly listeners = new Set<() => void>();
  private readonly start: () => () => void;
  private stop: (() => void) | undefined;

  /** @param start begins to find out, and returns what ends that */
  constructor(start: () => () => void) {
    this.start = start;
  }

  /** Has somebody told from now on. @returns what ends that */
  listen(heard: () => void): () => void {
    this.listeners.add(heard);
    this.stop ??= this.start();
    return () => {
      if (this.listeners.delete(heard) && this.listeners.size === 0) this.close();
    };
  }

  /** Something may have been committed. */
  notify(): void {
    for (const listener of this.listeners) listener();
  }

  close(): void {
    this.listeners.clear();
    this.stop?.();
    this.stop = undefined;
  }
}
