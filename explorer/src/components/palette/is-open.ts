/** Whether the palette is open. */
import { store } from "../../store.ts";

/** True while the palette is open. */
export const paletteOpen = store(false);
