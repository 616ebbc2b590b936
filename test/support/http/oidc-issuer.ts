/** A real OpenID Connect provider on this machine, and keys to sign tokens that it would not issue. */
import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import Provider, { type Configuration } from "oidc-provider";

/** The audience of the tokens: the service under test. */
export const AUDIENCE = "https://missions.example/api";
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];
const SECRET = "a-secret-that-only-the-tests-know";

/** A key to sign tokens with, and its public JWK. */
export interface KeyPair {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Creates a key for an algorithm. */
export async function createKeyPair(alg: string, kid = `key-${alg}`): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** A running issuer. */
export class OidcIssuer {
  /** One for each algorithm that the service accepts. */
  readonly keys: readonly KeyPair[];
  readonly url: string;
  /** The requested paths in order. */
  readonly requestedPaths: string[] = [];
  private readonly server: Server;
  private readonly port: number;

  private constructor(keys: readonly KeyPair[], server: Server) {
    this.keys = keys;
    this.server = server;
    this.port = (server.address() as { port: number }).port;
    this.url = `http://127.0.0.1:${this.port}`;
  }

  static async start(): Promise<OidcIssuer> {
    const keys = await Promise.all(ALGORITHMS.map((alg) => createKeyPair(alg)));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = new OidcIssuer(keys, server);
    const jwks = await Promise.all(
      keys.map(async ({ privateKey, jwk }) => ({
        ...(await exportJWK(privateKey)),
        kid: jwk.kid,
        alg: jwk.alg,
        use: "sig",
      })),
    );
    const handle = new Provider(issuer.url, configuration(jwks)).callback();
    server.on("request", (request, response) => {
      issuer.requestedPaths.push(request.url!);
      handle(request, response);
    });
    return issuer;
  }

  /** Requests a token with client credentials, for this audience and these scopes. */
  async token(alg: string, scope: string, audience = AUDIENCE): Promise<string> {
    const handle = await fetch(`${this.url}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`robot:${SECRET}`)}` },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        scope,
        resource: `${audience}?alg=${alg}`,
      }),
    });
    const { access_token: token, ...rest } = (await handle.json()) as { access_token?: string };
    if (!token) throw new Error(JSON.stringify(rest));
    return token;
  }

  /** Stops listening: connections are refused. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** Listens at the same address again. */
  async resume(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, "127.0.0.1", resolve));
  }
}

function configuration(keys: readonly object[]): Configuration {
  return {
    clients: [
      {
        client_id: "robot",
        client_secret: SECRET,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys },
    scopes: ["planets:read", "planets:write", "medical:read", "admin", "coffee:make"],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, indicator) => {
          const { origin, pathname, searchParams } = new URL(indicator);
          return {
            scope: "planets:read planets:write medical:read admin coffee:make",
            audience: `${origin}${pathname}`,
            accessTokenFormat: "jwt",
            accessTokenTTL: 3_600,
            jwt: { sign: { alg: searchParams.get("alg")! } },
          };
        },
      },
    },
  };
}

/** Signs any claims with any header. */
export function signToken(
  { privateKey, alg, kid }: Pick<KeyPair, "privateKey" | "alg" | "kid">,
  claims: JWTPayload,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "at+jwt", ...header }).sign(privateKey);
}
