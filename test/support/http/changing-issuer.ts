/** An issuer's JWKS that a test can change, hold back or break. */
import { createServer, type ServerResponse } from "node:http";
import type { JWK } from "jose";

/** Where the keys are served, and how. */
export interface ChangingIssuer {
  keys: readonly JWK[];
  status: number;
  /** How often the keys were requested. */
  requested: number;
  /** Whether requests wait until `release`. */
  isHanging: boolean;
  /** The URL of the keys. */
  readonly url: string;
  /** Responds to all that wait, and to all later requests at once. */
  release(): void;
}

/**
 * Serves keys until the end of a test.
 * @param location to which it redirects if `status` is a redirection
 */
export async function serveKeys(
  t: { after(stop: () => unknown): void },
  keys: readonly JWK[],
  location = "",
): Promise<ChangingIssuer> {
  const held: ServerResponse[] = [];
  const respond = (response: ServerResponse): void => {
    response.writeHead(issuer.status, { location }).end(JSON.stringify({ keys: issuer.keys }));
  };
  const server = createServer((_request, response) => {
    issuer.requested += 1;
    if (issuer.isHanging) held.push(response);
    else respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer: ChangingIssuer = {
    keys,
    status: 200,
    requested: 0,
    isHanging: false,
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/keys`,
    release: () => {
      issuer.isHanging = false;
      for (const response of held.splice(0)) respond(response);
    },
  };
  return issuer;
}
