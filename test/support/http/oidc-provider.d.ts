/** The part of oidc-provider that the tests use. */
declare module "oidc-provider" {
  export interface Client {
    readonly client_id: string;
    readonly client_secret: string;
    readonly grant_types: readonly string[];
    readonly redirect_uris: readonly string[];
    readonly response_types: readonly string[];
  }
  export interface ResourceServer {
    readonly scope: string;
    readonly audience: string;
    readonly accessTokenFormat: "jwt";
    readonly accessTokenTTL: number;
    readonly jwt: { readonly sign: { readonly alg: string } };
  }
  export interface Configuration {
    readonly clients: readonly Client[];
    readonly jwks: { readonly keys: readonly object[] };
    readonly scopes: readonly string[];
    readonly features: {
      readonly devInteractions: { readonly enabled: boolean };
      readonly clientCredentials: { readonly enabled: boolean };
      readonly resourceIndicators: {
        readonly enabled: boolean;
        readonly getResourceServerInfo: (context: unknown, indicator: string) => ResourceServer;
      };
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): import("node:http").RequestListener;
  }
}
