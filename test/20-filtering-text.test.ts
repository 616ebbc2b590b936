/** Proves that text filters ignore case in every script, and that no character has a special meaning. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll, query, readIds } from "./support/http/lists.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);
const products = "/api/products";

const NAMES = {
  accent: "Élodie",
  accentless: "Elodie",
  cyrillic: "Юрий Гагарин",
  greek: "Οδυσσεύς",
  inner: "Σίσυφος και Σία",
  german: "Straße",
  swiss: "Strasse",
  capital: "STRAẞE",
  turkish: "İstanbul",
  deseret: "\u{10400}\u{10401}",
  emoji: "Saturn \u{1FA90} V",
  chinese: "神舟五号",
  percent: "100% wool",
  percentless: "100 wool",
  underscore: "a_b",
  underscoreless: "axb",
  star: "a*b",
  question: "a?b",
  bracket: "a[x]b",
  backslash: "a\\b",
  quotes: `'single' "double"`,
  spaced: "  two  spaces ",
} as const;

await createAll(
  served,
  products,
  Object.entries(NAMES).map(([id, name]) => ({ id, name })),
);

const ANSWERS: [parameter: string, value: string, ids: (keyof typeof NAMES)[]][] = [
  ["name", "ÉLODIE", ["accent"]],
  ["name", "élodie", ["accent"]],
  ["name_starts_with", "é", ["accent"]],
  ["name_contains", "LODIE", ["accent", "accentless"]],
  ["name", "ЮРИЙ ГАГАРИН", ["cyrillic"]],
  ["name_ends_with", "гАГарин", ["cyrillic"]],
  ["name_in", "юрий гагарин,ÉLODIE", ["accent", "cyrillic"]],
  // Final sigma equals sigma.
  ["name", "ΟΔΥΣΣΕΎΣ", ["greek"]],
  ["name", "οδυσσεύς", ["greek"]],
  ["name", "οδυσσεύσ", ["greek"]],
  ["name_starts_with", "οδυς", ["greek"]],
  ["name_contains", "ΣΥΦΟΣ ΚΑΙ Σ", ["inner"]],
  ["name_contains", "ς", ["greek", "inner"]],
  ["name_ends_with", "σ", ["greek"]],
  // Sharp s equals ss, and so does its capital.
  ["name", "STRASSE", ["capital", "german", "swiss"]],
  ["name", "STRAẞE", ["capital", "german", "swiss"]],
  ["name", "straße", ["capital", "german", "swiss"]],
  ["name_ends_with", "SSE", ["capital", "german", "swiss"]],
  ["name_contains", "ß", ["capital", "german", "swiss"]],
  ["name", "i\u0307stanbul", ["turkish"]],
  // Beyond the Basic Multilingual Plane.
  ["name", "\u{10428}\u{10429}", ["deseret"]],
  ["name_starts_with", "\u{10428}", ["deseret"]],
  ["name_contains", "\u{1FA90}", ["emoji"]],
  ["name_ends_with", "\u{1FA90} v", ["emoji"]],
  ["name_contains", "舟", ["chinese"]],
  ["name_ends_with", "号", ["chinese"]],
  // There are no patterns.
  ["name_contains", "%", ["percent"]],
  ["name_contains", "0% w", ["percent"]],
  ["name_starts_with", "100%", ["percent"]],
  ["name_ends_with", "% WOOL", ["percent"]],
  ["name_contains", "_", ["underscore"]],
  ["name_starts_with", "a_", ["underscore"]],
  ["name_ends_with", "_b", ["underscore"]],
  ["name_contains", "*", ["star"]],
  ["name_starts_with", "a*", ["star"]],
  ["name_ends_with", "*b", ["star"]],
  ["name_contains", "\\", ["backslash"]],
  ["name_starts_with", "a\\", ["backslash"]],
  ["name_ends_with", "\\b", ["backslash"]],
  ["name_contains", "?", ["question"]],
  ["name_contains", "[x]", ["bracket"]],
  ["name_contains", "'", ["quotes"]],
  ["name_ends_with", `"DOUBLE"`, ["quotes"]],
  ["name", "a_b", ["underscore"]],
  ["name_in", "a*b,a_b,100% wool", ["percent", "star", "underscore"]],
  // Spaces count; nothing is trimmed.
  ["name", "  two  spaces ", ["spaced"]],
  ["name", "two spaces", []],
  ["name_starts_with", "  ", ["spaced"]],
  ["name_ends_with", "s ", ["spaced"]],
  // Longer than any stored text.
  ["name_ends_with", `x${NAMES.backslash}`, []],
  ["name_contains", "long".repeat(500), []],
];

for (const [parameter, value, ids] of ANSWERS) {
  test(`§4.6: text filters ignore case and take every character literally: ${parameter}=${value.slice(0, 40)}`, async () => {
    assert.deepEqual(await readIds(served, `${products}?${query([parameter, value])}`), [...ids].sort());
  });
}
