/** Serves it as `npm start` serves the built-in registry. */
import { startServer } from "../../../../engine/server.ts";
import { spaceMissions } from "./registry.ts";

await startServer(spaceMissions);
