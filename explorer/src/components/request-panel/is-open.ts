/** The state of the request panel: open or closed, and its request. */
import { store } from "../../store.ts";

/** True while the panel is open. */
export const panelOpen = store(false);
/** The exchange that the panel shows; undefined is the latest one. */
export const chosenExchange = store<number | undefined>(undefined);
