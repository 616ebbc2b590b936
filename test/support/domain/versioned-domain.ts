/** A small domain for many versions: makers, their caps, and lenses. */
import type { Declaration } from "../../../engine/declare/declaration.ts";
import { collection } from "../../../engine/declare/declare.ts";
import { text } from "../../../engine/declare/fields.ts";
import type { Fields } from "../../../engine/declare/record-types.ts";

const about = "For tests of versions.";

/** Makers with these fields besides `name`. */
export function makers(fields: Fields): Declaration {
  return collection("makers", { one: "maker", about, fields: { name: text().required().listed(), ...fields } });
}

/** Lenses with these fields. */
export function lenses(fields: Fields, name = "lenses"): Declaration {
  return collection(name, { one: name.replace("lenses", "lens").replace("-", "_"), about, fields });
}

/** Caps of a parent. */
export function caps(of: Declaration): Declaration {
  return collection("caps", { of, one: "cap", about, fields: { name: text() } });
}
