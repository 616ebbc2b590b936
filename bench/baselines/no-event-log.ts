/**
 * The service without an event log of missions, and so without their history: writes emit no events, and responses have no
 * `events` link. Everything else is as in `missions/server.ts`.
 */
import pino from "pino";
import { bootstrap } from "../../engine/app/bootstrap.ts";
import { readConfig } from "../../engine/app/config.ts";
import { startService } from "../../engine/app/service.ts";
import type { Declaration } from "../../engine/declare/declaration.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import { spaceMissions } from "../../missions/registry.ts";
import { domain } from "../../missions/resources/index.ts";

const config = readConfig(process.env, spaceMissions);
// Only a collection of the service itself may have no events.
const withoutEvents = domain.map((each: Declaration) =>
  each.name === "missions" ? { ...each, system: true, eventScope: "nobody" } : each,
);
const logger = pino({ level: config.logLevel });
const { app, webhooks } = await startService(
  await bootstrap(withoutEvents, config, systemClock),
  config,
  systemClock,
  logger,
);
console.log(await app.listen({ host: config.host, port: config.port }));
webhooks.start();
