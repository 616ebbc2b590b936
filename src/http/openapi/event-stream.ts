/** The event stream, which the list of events offers as a second media type. */
import type { Components, JsonObject } from "./components.ts";
import { responseHeaders } from "./headers.ts";

const EXAMPLE = `id: 0000000000000042
event: record.updated
data: {"id":"0000000000000042","specversion":"1.0","source":"/api","type":"record.updated"}

`;

/** Adds the stream to the response of the list. */
export function withEventStream(components: Components, page: JsonObject): JsonObject {
  const stream = {
    schema: {
      type: "string",
      description:
        "An endless stream of Server-Sent Events: `id` is the id of the event, `event` its type, `data` the CloudEvent. It accepts the filters of the list and no other parameters. A comment is sent every 15 seconds.",
    },
    example: EXAMPLE,
  };
  return {
    ...page,
    description: `${page.description} With \`Accept: text/event-stream\`, a stream of new events.`,
    headers: { ...(page.headers as JsonObject), ...responseHeaders(components, [], ["ETag", "X-Accel-Buffering"]) },
    content: { ...(page.content as JsonObject), "text/event-stream": stream },
  };
}
