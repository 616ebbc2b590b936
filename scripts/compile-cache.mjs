// Loaded by `npm start` before the service: keeps the JavaScript of its modules, whose types each start, worker and thread
// would otherwise strip again. Not in the shared folder of temporary files, Node's default: what it reads there, it runs.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

const OWN = fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url));

enableCompileCache(process.env.NODE_COMPILE_CACHE ?? OWN);
