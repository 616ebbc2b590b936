/** Values that notify those who show them. */

/** A value that notifies listeners when it changes. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls back after each change. Returns a function that stops that. */
  subscribe(listener: () => void): () => void;
}

/** Creates a store with a first value. */
export function store<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
