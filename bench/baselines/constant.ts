/** Baseline: node:http alone, with a constant response of the size of one mission. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = JSON.stringify({ id: "constant", text: "x".repeat(700) });
const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) };

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
