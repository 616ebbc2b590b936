/** Listeners for what a database reports, such as commits. It is observed only while there is a listener. */
export class Listeners<Message = void> {
  private readonly listeners = new Set<(message: Message) => void>();
  private readonly start: () => () => void;
  private stop: (() => void) | undefined;

  /** @param start starts to observe, and returns a function that stops it */
  constructor(start: () => () => void) {
    this.start = start;
  }

  /** @returns a function that removes the listener */
  listen(listener: (message: Message) => void): () => void {
    this.listeners.add(listener);
    this.stop ??= this.start();
    return () => {
      if (this.listeners.delete(listener) && this.listeners.size === 0) this.close();
    };
  }

  /** Calls all listeners. */
  notify(message: Message): void {
    for (const listener of this.listeners) listener(message);
  }

  close(): void {
    this.listeners.clear();
    this.stop?.();
    this.stop = undefined;
  }
}
