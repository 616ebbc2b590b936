/** Whether wide windows show the rail. */
import { deviceSwitch } from "../../store.ts";

/** Whether the rail is shown. */
export const railShown = deviceSwitch("explorer-rail");
