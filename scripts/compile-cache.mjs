// Loaded by `npm start` before the service: keeps the JavaScript of its modules, whose types each start, worker and thread
// would otherwise strip again.
import { enableCompileCache } from "node:module";

enableCompileCache();
