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

/**
 * Creates a store of a choice on this device.
 * @param name of the item in the local storage
 * @param choices of which the first one is not stored
 */
export function deviceChoice<T extends string>(
  name: string,
  choices: readonly T[],
): Store<T> & { readonly read: () => void } {
  const stored = () => choices.find((each) => each === localStorage.getItem(name)) ?? choices[0]!;
  const choice = store(stored());
  choice.subscribe(() =>
    choice.get() === choices[0] ? localStorage.removeItem(name) : localStorage.setItem(name, choice.get()),
  );
  return { ...choice, read: () => choice.set(stored()) };
}

/** Returns the value of a store, as it changes. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
