/** The request that the open form would send, for the panel that shows requests. */
import { store } from "../../store.ts";
import type { Write } from "../write-request.ts";

/** The request; undefined if no form is open, or if nothing is entered. */
export const plannedWrite = store<Write | undefined>(undefined);
