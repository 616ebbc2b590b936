/** A name server on this machine, which knows some names and is silent about the others. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { after } from "node:test";

/** A running name server. */
export interface NameServer {
  /** As `<address>:<port>`. */
  readonly address: string;
  /** The names that were asked for. */
  readonly asked: Set<string>;
}

const A = 1;
const AAAA = 28;

/** Starts a name server, which is stopped after the tests of the file. @param names the IPv4 addresses of the names that it knows */
export async function startNameServer(names: Readonly<Record<string, string>> = {}): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked = new Set<string>();
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.add(name);
    const address = names[name];
    if (address !== undefined) socket.send(answer(query.subarray(0, end), type, address), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

/** The first question of a message (RFC 1035 §4.1.2), and where it ends. */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A response (RFC 1035 §4.1): the address, or none of that type. */
function answer(question: Buffer, type: number, address: string): Buffer {
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(type === A ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  if (type !== A && type !== AAAA) header.writeUInt16BE(0x8184, 2);
  if (type !== A) return header;
  const record = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
  return Buffer.concat([header, record]);
}
