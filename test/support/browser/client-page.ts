/** A page that has loaded the built client as a module, from the origin of a service or from another one. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type * as Client from "../../../client/index.ts";
import { removeAtExit } from "../cleanup.ts";
import { ADMIN_KEY } from "../http/serve.ts";
import { type Visitor, visit } from "./visitor.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const COMPILER = join(ROOT, "node_modules", ".bin", "tsc");
/** Where the page and the client are; no path of a service. */
const PAGE = "/-/client/";
const HTML = `<!doctype html><title>The client</title><link rel="icon" href="data:,"><script type="module" src="${PAGE}client/index.js"></script>`;

/** A file as a server sends it. */
interface File {
  readonly type: string;
  readonly body: string;
}

/** Runs in the page, with the module and a connection to the service. */
export type InPage<Argument, Result> = (
  client: typeof Client,
  api: ReturnType<typeof Client.connect<Client.Api>>,
  argument: Argument,
) => Promise<Result>;

/** A page in which the client runs. */
export interface ClientPage extends Visitor {
  /** Runs a function in the page. It can refer to nothing but its parameters; `key` is the admin key by default. */
  run<Argument, Result>(call: InPage<Argument, Result>, argument: Argument, key?: string | false): Promise<Result>;
}

/** Builds the client, as `npm run build:client` does. @returns how its files and the page are read by their path */
export function buildClient(): (path: string) => File {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-client-"));
  const unregister = removeAtExit({ folder });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
    unregister();
  });
  execFileSync(COMPILER, ["-p", join(ROOT, "tsconfig.client.json"), "--outDir", folder]);
  return (path) => {
    if (path === PAGE) return { type: "text/html", body: HTML };
    return { type: "text/javascript", body: readFileSync(join(folder, path.slice(PAGE.length)), "utf8") };
  };
}

/** Serves the client at an origin of its own. @returns its URL */
export async function serveElsewhere(read: (path: string) => File): Promise<string> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { type, body } = read(request.url!);
    response.setHeader("content-type", type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a page at the origin of the service itself, unless `elsewhere` names another that serves it. */
export async function openClientPage(
  test: TestContext,
  service: { readonly url: string },
  read: (path: string) => File,
  elsewhere?: string,
): Promise<ClientPage> {
  const origin = elsewhere ?? service.url;
  const visitor = await visit(test, { url: origin }, { isolated: true, others: [service.url] });
  if (elsewhere === undefined)
    await visitor.page.route(`${origin}${PAGE}**`, (route) => {
      const { type, body } = read(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: type, body });
    });
  await visitor.open(PAGE);
  return {
    ...visitor,
    run: (call, argument, key = ADMIN_KEY) => {
      const options = key === false ? {} : { key };
      return visitor.page.evaluate(`(async () => {
        const client = await import("${PAGE}client/index.js");
        const api = client.connect(${JSON.stringify(service.url)}, ${JSON.stringify(options)});
        return (${call})(client, api, ${JSON.stringify(argument)});
      })()`);
    },
  };
}
