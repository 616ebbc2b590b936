/**
 * Yardstick: a bare node:http that reads a mission, and answers it with an id without keeping it. However a service writes, its
 * POSTs on one core are not faster than that.
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
