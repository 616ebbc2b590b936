/** What the log's list has besides: it is followed as it grows. */
import type { Components, Part } from "./components.ts";
import { answerHeaders } from "./headers.ts";

const EXAMPLE = `id: 0000000000000042
event: record.updated
data: {"id":"0000000000000042","specversion":"1.0","source":"/api","type":"record.updated"}

`;

/** A page of the log, or what tells of each event that comes. */
export function orStream(components: Components, page: Part): Part {
  const stream = {
    schema: {
      type: "string",
      description:
        "Server-Sent Events without an end: `id` is the event's id, `event` its type, `data` the CloudEvent. It takes the filters of the list and no other parameter. A comment comes every 15 seconds.",
    },
    example: EXAMPLE,
  };
  return {
    ...page,
    description: `${page.description} With \`Accept: text/event-stream\`, the events that come.`,
    headers: { ...(page.headers as Part), ...answerHeaders(components, [], ["ETag", "X-Accel-Buffering"]) },
    content: { ...(page.content as Part), "text/event-stream": stream },
  };
}
