/** Shortcuts of a single key can be switched off (WCAG 2.1.4). */
import { store } from "../../../store.ts";

const NAME = "explorer-single-keys";

/** Whether shortcuts of a single key work. */
export const singleKeys = store(localStorage.getItem(NAME) !== "off");

/** Switches shortcuts of a single key on or off, on this device. */
export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, "off");
  singleKeys.set(isOn);
}
