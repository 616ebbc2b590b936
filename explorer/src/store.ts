/** Values that several parts of the page share. */
import { useSyncExternalStore } from "react";
import { type Store, store } from "../../kit/store.ts";

export { type Store, store } from "../../kit/store.ts";

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
