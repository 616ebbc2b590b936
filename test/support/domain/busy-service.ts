/**
 * A program: the service, with `/api/machines`, of which each write keeps the event loop busy until something is written to the
 * named pipe `RELEASE`. By the clock of this process, that takes `busy_ms` milliseconds more. It begins when "busy" is printed.
 */

import { readFileSync, writeSync } from "node:fs";
import pino from "pino";
import { bootstrap } from "../../../engine/app/bootstrap.ts";
import { readConfig } from "../../../engine/app/config.ts";
import { listen } from "../../../engine/app/listen.ts";
import { startService } from "../../../engine/app/service.ts";
import { collection } from "../../../engine/declare/declare.ts";
import { integer, text } from "../../../engine/declare/fields.ts";
import { systemClock } from "../../../engine/runtime/clock.ts";
import { spaceMissions } from "./space/registry.ts";

const measure = performance.now.bind(performance);
let jumped = 0;
performance.now = () => measure() + jumped;

const machines = collection("machines", {
  one: "machine",
  about: "Things that keep the processor busy.",
  fields: { name: text().required().listed(), busy_ms: integer().required(), wear: integer().derived() },
  derive: async ({ busy_ms }) => {
    writeSync(1, "busy\n");
    readFileSync(process.env.RELEASE!);
    jumped += Number(busy_ms);
    return { wear: 1 };
  },
});

const config = readConfig(process.env, spaceMissions);
const logger = pino({ level: config.logLevel }, pino.destination(2));
const registry = await bootstrap([machines], config, systemClock, logger);
const service = await startService(registry, config, systemClock, logger);
// As `startProgram` expects it.
console.log(`It listens on ${await listen(service, config)}\ncurl -X POST\n`);
process.once("SIGTERM", () => void service.stop().then(() => process.exit(0)));
