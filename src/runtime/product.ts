/** The product's names and version. No other file spells them. */
import packageJson from "../../package.json" with { type: "json" };

/** For readers. */
export const TITLE = "Space Missions API";

/** For protocols: realms, locks, keys and user agents. */
export const PRODUCT = "space-missions";

/** The version of the package. */
export const { version: VERSION } = packageJson;
