/** The command behind `npm start`. */
import { startServer } from "../engine/server.ts";
import { spaceMissions } from "./registry.ts";

await startServer(spaceMissions);
