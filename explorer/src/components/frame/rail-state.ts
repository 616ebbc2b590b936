/** Whether wide windows show the rail. */
import { store } from "../../store.ts";

const NAME = "explorer-rail";

/** Whether the rail is shown. */
export const railShown = store(localStorage.getItem(NAME) !== "off");

/** Shows or hides the rail, on this device. */
export function showRail(isShown: boolean): void {
  if (isShown) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, "off");
  railShown.set(isShown);
}
