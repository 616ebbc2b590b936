/** The explorer as it is built from the sources: its pages, and what draws pictures on the service. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const BUILD = fileURLToPath(new URL("../../../scripts/explorer.mjs", import.meta.url));
const BUILT = fileURLToPath(new URL("../../../explorer/dist/current.json", import.meta.url));

/** Builds the explorer if its sources changed. `npm test` has done so before; a file that is run by itself needs it. */
export function buildExplorer(): void {
  if (!(process.env.TEST_CLAIMS && existsSync(BUILT)))
    spawnSync(process.execPath, [BUILD], { stdio: ["ignore", "inherit", "inherit"] });
}
