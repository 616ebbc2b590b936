/** The switch that shows the rail on wide windows. */
import { deviceSwitch } from "../../store.ts";

/** True while the rail is shown. */
export const railShown = deviceSwitch("explorer-rail");
