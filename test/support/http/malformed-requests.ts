/** Requests as bytes, well-formed and malformed. */
import { ADMIN_KEY } from "./serve.ts";

/** The header fields of a valid POST, without its length. */
export const HEAD = `Host: a\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nContent-Type: application/json\r\n`;
/** A POST of these header fields and this body. */
export const post = (fields: string, body: string, version = "1.1") =>
  `POST /api/missions HTTP/${version}\r\n${HEAD}${fields}\r\n${body}`;
/** A valid POST of a mission. */
export const posted = (id: string, behind = "") => {
  const body = JSON.stringify({ id, name: "m" });
  return post(`Content-Length: ${body.length}\r\n`, `${body}${behind}`);
};
/** A GET. */
export const get = (path: string, fields = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
/** A request that an attacker tries to smuggle in. */
export const SMUGGLED = posted("smuggled");
/** A chunked POST of this body. */
export const chunked = (body: string) => post("Transfer-Encoding: chunked\r\n", body);

/** Bytes that are not a well-formed HTTP request, or could be read as two. */
export const MALFORMED: readonly (readonly [what: string, bytes: string])[] = [
  ["Content-Length before Transfer-Encoding", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")],
  ["Transfer-Encoding before Content-Length", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")],
  ["the same Content-Length twice", post("Content-Length: 2\r\nContent-Length: 2\r\n", "{}")],
  ["two Content-Lengths", post("Content-Length: 2\r\nContent-Length: 40\r\n", "{}")],
  ["a list of lengths", post("Content-Length: 2, 2\r\n", "{}")],
  ["a length with a sign", post("Content-Length: +2\r\n", "{}")],
  ["a negative length", post("Content-Length: -2\r\n", "{}")],
  ["a hexadecimal length", post("Content-Length: 0x2\r\n", "{}")],
  ["an empty length", post("Content-Length: \r\n", "{}")],
  ["a length beyond 64 bits", post("Content-Length: 99999999999999999999999\r\n", "{}")],
  ["a space before the colon", post("Content-Length : 2\r\n", "{}")],
  ["a transfer coding that is not chunked", post("Transfer-Encoding: gzip\r\n", "{}")],
  ["chunked that is not last", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n")],
  ["nearly chunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")],
  ["chunked behind a vertical tab", post("Transfer-Encoding:\x0bchunked\r\n", "0\r\n\r\n")],
  ["chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")],
  ["chunked and identity", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n")],
  ["chunked in HTTP/1.0", post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n", "1.0")],
  ["a folded header line", post("X-A: a\r\n b\r\nContent-Length: 2\r\n", "{}")],
  ["a first header line that is folded", `GET /api HTTP/1.1\r\n Host: a\r\n\r\n`],
  ["a bare CR in a header", get("/api", "X-A: a\rContent-Length: 9\r\n")],
  ["lines that end in CR", "GET /api HTTP/1.1\rHost: a\r\r"],
  ["lines that end in LF", "GET /api HTTP/1.1\nHost: a\n\n"],
  ["NUL in a header", get("/api", "X-A: a\0b\r\n")],
  ["a header without a name", get("/api", ": a\r\n")],
  ["a chunk size that is no number", chunked("zz\r\n{}\r\n0\r\n\r\n")],
  ["a negative chunk size", chunked("-2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size with 0x", chunked("0x2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size beyond 64 bits", chunked("10000000000000002\r\n{}\r\n0\r\n\r\n")],
  ["a chunk that is longer than its size", chunked("1\r\n{}\r\n0\r\n\r\n")],
  ["chunks that end in LF", chunked("2\n{}\n0\n\n")],
  ["a chunk extension that ends in LF", chunked("2;a\n{}\r\n0\r\n\r\n")],
  ["a chunk extension of 20 KB", chunked(`2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
  ["a length in the trailer", chunked("2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n")],
  ["a method that does not exist", "BREW /api HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a method in lower case", "get /api HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a tunnel", "CONNECT example.org:80 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/1.2", "GET /api HTTP/1.2\r\nHost: a\r\n\r\n"],
  ["no version at all", "GET /api\r\n\r\n"],
  ["a target without a slash", "GET api HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a space in the target", "GET /api/missions?name=a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["bytes beyond ASCII in the target", "GET /api/missions/é HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["the beginning of TLS", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"],
];
