/** Which service a command asks, and with which key: `--url`, `--key`, and the variables that replace them. */
import { type Command, Option } from "commander";
import { type ConnectOptions, connect, type UntypedApi } from "../../client/connect.ts";
import { type Environment, integerSetting, settingValue } from "../../engine/app/setting-values.ts";
import { UsageError } from "./exit-codes.ts";
import { interruption } from "./interruption.ts";

export const URL_VARIABLE = "SPACE_MISSIONS_URL";
export const KEY_VARIABLE = "SPACE_MISSIONS_KEY";

/** The options, as commander reads them. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
}

/** Adds `--url` and `--key` to a command. */
export function addConnectionOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--url <url>",
        "the address of the service; by default http://127.0.0.1:3000, or the one that HOST and PORT give",
      ).env(URL_VARIABLE),
    )
    .addOption(
      new Option(
        "--key <secret>",
        "an API key; safer in the variable, because other users of this machine can see arguments",
      ).env(KEY_VARIABLE),
    );
}

/** Refuses an address or a key for what needs no service. @param what the user gave, for the message @throws UsageError */
export function refuseConnection(command: Command, what: string): void {
  const given = ["url", "key"].find((name) => command.getOptionValueSource(name) === "cli");
  if (given !== undefined) throw new UsageError(`${what} works with the database at DATABASE_URL; omit --${given}.`);
}

/**
 * The origin of the service.
 * @param name how a message calls the URL
 * @throws UsageError if the URL is invalid, or has a credential, a path or a query
 */
export function serviceUrl({ url }: ConnectionOptions, environment: Environment = process.env, name = "--url"): string {
  const text = url ?? localUrl(environment);
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !["http:", "https:"].includes(parsed.protocol) || parsed.username || parsed.search || parsed.hash)
    throw new UsageError(`${name} must be http://host:port or https://host, not ${JSON.stringify(text)}.`);
  return parsed.href.replace(/\/$/, "");
}

/**
 * A client of the service that the options name. Ctrl-C aborts its calls.
 * @throws UsageError as `serviceUrl` does
 */
export function connectTo(options: ConnectionOptions, more: ConnectOptions = {}): UntypedApi {
  return connect(serviceUrl(options), { key: options.key, signal: interruption(), ...more });
}

/** The URL of a service on this machine that has the same settings. */
function localUrl(environment: Environment): string {
  const host = settingValue(environment, "HOST");
  const reachable = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  const port = integerSetting(environment, "PORT", 0, 65_535);
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
