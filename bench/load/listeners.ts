/** A process that opens event streams, reports when all are connected, and keeps them open. */
import { get, type IncomingMessage } from "node:http";

const [url = "", key = "", count = "0"] = process.argv.slice(2);
const headers = { accept: "text/event-stream", authorization: `Bearer ${key}` };

/** Resolves when the stream has started. The end of any stream ends the process. */
function connect(): Promise<void> {
  return new Promise((resolve) => {
    const onResponse = (response: IncomingMessage): void => {
      if (response.statusCode !== 200) exit(`answered ${response.statusCode}`);
      response.once("data", () => resolve()).on("close", () => exit("cut off"));
    };
    get(`${url}/api/events`, { headers, agent: false }, onResponse).on("error", (error) => exit(error.message));
  });
}

function exit(reason: string): never {
  console.error(`A listener was ${reason}.`);
  process.exit(1);
}

for (let index = 0; index < Number(count); index += 1) await connect();
process.send!("listening");
process.on("disconnect", () => process.exit());
