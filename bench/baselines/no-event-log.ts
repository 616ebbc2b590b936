/**
 * The service without an event log: writes emit no events, and responses have no `events` link. Everything else is as in
 * `src/server.ts`.
 */
import pino from "pino";
import { bootstrap } from "../../src/app/bootstrap.ts";
import { readConfig } from "../../src/app/config.ts";
import { startService } from "../../src/app/service.ts";
import type { Declaration } from "../../src/declare/declaration.ts";
import { domain } from "../../src/domain/index.ts";
import { systemClock } from "../../src/runtime/clock.ts";

const config = readConfig(process.env);
const withoutEvents = domain.map((each: Declaration) => ({ ...each, eventScope: "nobody" as const }));
const logger = pino({ level: config.logLevel });
const { app, webhooks } = await startService(
  await bootstrap(withoutEvents, config, systemClock),
  config,
  systemClock,
  logger,
);
console.log(await app.listen({ host: config.host, port: config.port }));
webhooks.start();
