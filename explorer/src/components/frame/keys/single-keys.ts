/** Shortcuts of a single key can be switched off (WCAG 2.1.4). */
import { deviceSwitch } from "../../../store.ts";

/** True if shortcuts of a single key work. */
export const singleKeys = deviceSwitch("explorer-single-keys");
