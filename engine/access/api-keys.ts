/** The collection of API keys. */
import type { Declaration } from "../declare/declaration.ts";
import { instant, list, text } from "../declare/fields.ts";
import { ADMIN, allScopes } from "../declare/scopes.ts";
import { currentlyOneOf, secret, timestamp } from "../declare/service-fields.ts";
import { systemCollection } from "../declare/system-collection.ts";
import { digestSecret, generateKey } from "./secrets.ts";

/** Its name in the catalog, and in its path. */
export const API_KEYS = "api-keys";

/** What hooks read of a key. */
export const apiKeyShape = {
  name: API_KEYS,
  one: "api_key",
  fields: { scopes: list(text()), expires_at: instant() },
};

/**
 * Declares the collection.
 * @param declarations the resources that have scopes
 */
export function apiKeys(declarations: readonly Declaration[]) {
  const scopes = allScopes(declarations);
  return systemCollection(API_KEYS, {
    one: apiKeyShape.one,
    private: ADMIN,
    methods: ["GET", "POST", "DELETE"],
    about:
      "Credentials with scopes, sent as `Authorization: Bearer <secret>`. The `secret` is returned only when the key is created. Deleting a key revokes it at once.",
    fields: {
      name: text().required().listed().about("What the key is for."),
      scopes: list(currentlyOneOf(scopes, `Allowed: ${scopes.join(", ")}.`))
        .required()
        .listed()
        .about(
          "What the key allows. Write includes read; `admin` allows everything. The scope of a collection that no longer exists allows nothing.",
        ),
      expires_at: instant()
        .suggestedIn(90)
        .listed()
        .example("2099-12-31T00:00:00.000Z")
        .about("When the key expires; null if it never does."),
      last_used_at: timestamp().listed().about("When the key was last used; may lag by up to a minute."),
      secret: secret({ generate: generateKey, toStored: digestSecret }),
    },
    rules: {
      expires_at: {
        "A key must expire after its creation.": ({ expires_at }, { now }) =>
          expires_at === null || Date.parse(expires_at) > Date.parse(now),
      },
    },
  });
}
