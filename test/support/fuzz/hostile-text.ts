/** Texts that break services: in ids, parameters, header fields and bodies. */
import fc from "fast-check";

/** Unusual texts that a field may have. */
export const AWKWARD_TEXTS: readonly string[] = [
  "'; DROP TABLE missions; --",
  '" OR ""="',
  "1) UNION SELECT * FROM sqlite_master --",
  "%' ESCAPE '\\",
  "a_b%c*d\\e",
  "../../../etc/passwd",
  "..",
  "null",
  "true",
  "NaN",
  "-1",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "{{7*7}}#{7*7}",
  "<script>alert(1)</script>",
  'a,"b"",c",',
  "a:b:c",
  "\u0001\u001f\u007f\u0085",
  "\r\nX-Injected: 1",
  "\t \u00a0\u2003",
  "\u2028\u2029",
  "\ufeffbom",
  "\u202etfel",
  "ÉLODIE ГАГАРИН ǅ ß ς İ ı",
  "👩‍🚀\u{10ffff}",
  "e\u0301\u0301\u0301",
];

/** Texts that no field may have. */
const FORBIDDEN_TEXTS: readonly string[] = ["\0", "a\0b", "\ud800", "x\udfff", "\udc00\ud800"];

const LONG = fc
  .tuple(fc.constantFrom("a", "%", "é", "👩", "9", " "), fc.constantFrom(65, 201, 1_000, 3_000))
  .map(([letter, times]) => letter.repeat(times));

/** Text that a field without limits accepts. */
export const awkwardText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Eagle", "x", "Mars 2", "2024-02-29") },
  { weight: 2, arbitrary: fc.constantFrom(...AWKWARD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).map(withoutNul) },
);

function withoutNul(text: string): string {
  return text.replaceAll("\0", "0");
}

/** Any text, valid or not. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AWKWARD_TEXTS, ...FORBIDDEN_TEXTS, "") },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: LONG },
);

/** Percent-encodes all but the unreserved characters. A lone surrogate becomes three bytes, as CESU-8 encodes it. */
export function percentEncode(text: string): string {
  const encode = (letter: string) =>
    /^[\ud800-\udfff]$/.test(letter)
      ? `%ED%${(0x80 | ((letter.charCodeAt(0) >> 6) & 0x3f)).toString(16)}%80`
      : encodeURIComponent(letter);
  return Array.from(text, (letter) => (/^[A-Za-z0-9._~-]$/.test(letter) ? letter : encode(letter))).join("");
}

/** Malformed parts of a URL, or ones that decoders interpret differently. */
export const RAW_PIECES: readonly string[] = [
  "%",
  "%zz",
  "%0",
  "%00",
  "%C3",
  "%FF%FE",
  "%c0%ae%c0%ae",
  "%E2%28%A1",
  "%u0041",
  "%25%32%35",
  "%2e%2e%2f",
  "%0d%0aX-Injected:%201",
  "+",
  ";",
  "\u00e9\u00ff",
  "[]{}|\\^`\"<>'",
  "=&=&&",
  "?",
];

/** Text for a header field: Latin-1 without control characters. */
export const headerText: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 3_000)),
  fc.constantFrom(",", ";", "=", '"', '"\\', ",,,", "*", "*/*;q=9", '"a', "W/", "a=b; c", "\u00ff", "0".repeat(300)),
);

/** JSON for any place, with numbers that JavaScript cannot write; text after `@raw:` is written verbatim. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    ...["1e400", "-1e400", "-0", "5e-324", "1.7976931348623157e308", "9007199254740993", "1e3", "0.1e1"].map(raw),
    ...["1".repeat(400), `[${"[".repeat(70)}${"]".repeat(70)}]`, '{"a":'.repeat(64) + 1 + "}".repeat(64)].map(raw),
    ...[0, -1, 1.5, 3, 2 ** 53, true, false, null, "", [], {}, [null], [[]], ["a", "a"], { a: 1 }, { "": {} }],
    ...["2023-02-30", "0000-00-00", "9999-12-31T23:59:60Z", "2024-01-01T00:00:00+99:99", "12:00"],
    raw('{"__proto__":{"admin":true},"constructor":{"prototype":1}}'),
    raw('{"toJSON":1,"then":2,"length":-1}'),
  ),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

function raw(json: string): string {
  return `@raw:${json}`;
}

/** Writes a value as JSON, with `@raw:` strings verbatim. */
export function toRawJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "";
  return json.includes('"@raw:')
    ? json.replace(/"@raw:((?:[^"\\]|\\.)*)"/g, (_, text) => JSON.parse(`"${text}"`))
    : json;
}

/** Bodies that are not JSON, or more than one. The last ones are not even UTF-8. */
export const hostileBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      ...["", " ", "null", "true", "0", '"text"', "[]", "{}", "[{}]", "{", "}", '{"a":}', "{'a':1}", "{a:1}"],
      ...["NaN", "[1,]", '{"a":1}{"b":2}', '{"a":1} x', "// no\n{}", "\ufeff{}", '{"a":1,"a":2}', '{"a":"\t"}'],
      ...['{"__proto__":null}', '{"name":"\\ud800"}', '{"name":"\\u0000"}', '{"\\u0000":1}', "[null]", "[[]]"],
      ...['{"id":"\\u002e\\u002e"}', "a=b&c=d", "<a/>", "[".repeat(64), "[".repeat(10_000), '{"a":'.repeat(9_000)],
      ...[`${"[".repeat(65)}${"]".repeat(65)}`, `"${"a".repeat(20_000)}"`, " ".repeat(20_000), "9".repeat(9_000)],
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('{"name":"\xff"}', '{"name":"\xed\xa0\x80"}', "\xff\xfe{\0}\0", '{"n\xc3":1}')
    .map((text) => Buffer.from(text, "latin1")),
);
