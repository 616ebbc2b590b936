/** Values that several parts of the page share. */
import { useSyncExternalStore } from "react";

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

/**
 * Creates a store of something that is on until it is switched off on this device.
 * @param name of the item in the local storage
 */
export function deviceSwitch(name: string): Store<boolean> {
  const isOn = store(localStorage.getItem(name) !== "off");
  isOn.subscribe(() => (isOn.get() ? localStorage.removeItem(name) : localStorage.setItem(name, "off")));
  return isOn;
}

/** Returns the value of a store, as it changes. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
