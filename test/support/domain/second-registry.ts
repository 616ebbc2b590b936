/** A registry of the second domain; run as a program, it serves it. */
import { pathToFileURL } from "node:url";
import type { Registry } from "../../../engine/declare/registry.ts";
import { startServer } from "../../../engine/server.ts";
import { secondDomain } from "./second-domain.ts";

export const academia: Registry = { name: "academia", title: "Academia & Co", resources: secondDomain };

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await startServer(academia);
