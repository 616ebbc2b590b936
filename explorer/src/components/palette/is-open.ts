/** The state of the palette: open or closed. */
import { store } from "../../store.ts";

/** True while the palette is open. */
export const paletteOpen = store(false);
