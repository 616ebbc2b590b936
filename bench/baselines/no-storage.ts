/**
 * Baseline: node:http that parses a mission and returns it with an id, without storing it. It limits how fast any service can
 * respond to POSTs on one core.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const mission = JSON.parse(Buffer.concat(chunks).toString()) as object;
    const body = JSON.stringify({ id: randomUUID(), ...mission });
    response.writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
