/** Whether the request panel is open, and at which request. */
import { store } from "../../store.ts";

/** True while the panel is open. */
export const panelOpen = store(false);
/** The exchange that the panel shows; undefined is the latest one. */
export const chosenExchange = store<number | undefined>(undefined);
