/** The collection of API keys, declared like any other. */
import { collection, type Declaration } from "../declare/declare.ts";
import { instant, list, secret, text } from "../declare/fields.ts";
import { ADMIN, allScopes } from "../declare/scopes.ts";
import { word } from "../declare/words.ts";
import { listOf } from "../resource/validation.ts";
import { digestOf, newKey } from "./secrets.ts";

/** Its name in the catalog, and in its path. */
export const API_KEYS = "api-keys";

/** @param declarations what there is to have scopes for */
export function apiKeys(declarations: readonly Declaration[]) {
  const scopes = allScopes(declarations);
  return collection(API_KEYS, {
    one: "api_key",
    private: ADMIN,
    methods: ["GET", "POST", "DELETE"],
    about:
      "Credentials with scopes, for `Authorization: Bearer <secret>`. The `secret` is in the answer that creates a key, and nowhere else; deleting a key revokes it at once.",
    fields: {
      name: text().required().listed().about("What the key is for."),
      scopes: list(word(scopes, `Allowed are ${listOf(scopes)}.`))
        .required()
        .listed()
        .about(
          "What it allows. Writing includes reading; `admin` is everything. One of a collection that there is no more allows nothing.",
        ),
      expires_at: instant().listed().example("2099-12-31T00:00:00.000Z").about("From when on it is no longer valid."),
      last_used_at: instant().derived().listed().about("May lag by a minute."),
      secret: secret({ make: newKey, keep: digestOf }),
    },
    rules: {
      expires_at: {
        "A key expires after it is made.": ({ expires_at }, _today, now) =>
          expires_at === null || Date.parse(expires_at) > Date.parse(now),
      },
    },
  });
}
