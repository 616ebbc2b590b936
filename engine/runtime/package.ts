/** The package that this is: its name, its version, and how it is run. */
import packageJson from "../../package.json" with { type: "json" };

/** The name and the version of the package. */
export const { name: PACKAGE, version: VERSION } = packageJson;

/** The package holds JavaScript; a clone runs its TypeScript. */
const isPackage = import.meta.url.endsWith(".js");

/** What starts the service. */
export const START = isPackage ? `npx ${PACKAGE} start` : "npm start";

/** What a command follows. */
export const COMMAND_LINE = isPackage ? `npx ${PACKAGE}` : "npm run cli --";
