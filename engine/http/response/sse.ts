/** Server-Sent Events (HTML standard §9.2): streams that follow the event log. */
import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Access } from "../../access/authenticate.ts";
import type { Requirement } from "../../access/requirements.ts";
import { cloudEvent } from "../../events/cloud-event.ts";
import { EventFeed } from "../../events/feed.ts";
import { EventFollower, type EventSink } from "../../events/follower.ts";
import { Problem } from "../../problem.ts";
import type { Filter } from "../../query/filters.ts";
import { visibilityFilters } from "../../query/visibility.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { EventLogReader } from "../../store/events/reader.ts";
import type { StoredRecord } from "../../store/tables.ts";

/** The media type of event streams. */
export const EVENT_STREAM = "text/event-stream";

/** At each heartbeat a stream sends a comment, and its credential is checked again. */
const HEARTBEAT_MS = 15_000;
/** The reconnection time of clients. */
const RETRY_MS = 1_000;

/** An open stream. */
interface Stream {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly follower: EventFollower;
  readonly filters: readonly Filter[];
  readonly requirement: Requirement;
  /** The bytes sent until the last heartbeat, if more were waiting then. */
  blockedAt: number | undefined;
}

/** All event streams of the process. */
export class EventStreams {
  private readonly log: EventLogReader;
  private readonly access: Access;
  private readonly feed: EventFeed;
  private readonly streams = new Set<Stream>();
  private heartbeat: NodeJS.Timeout | undefined;
  private closed = false;
  /** An event as it is sent: serialized once for all streams. */
  private readonly frameOf = memoize(
    (event: StoredRecord): Buffer =>
      Buffer.from(`id: ${event.id}\nevent: ${event.type}\ndata: ${cloudEvent(this.log.resource.views[0]!, event)}\n\n`),
  );

  constructor(log: EventLogReader, access: Access) {
    this.log = log;
    this.access = access;
    this.feed = new EventFeed(log);
  }

  /**
   * Opens a stream of the events after the given one, until either side closes it.
   * @param after the id of the last event that the client received
   * @returns a function that takes over the connection
   */
  open(
    request: FastifyRequest,
    requirement: Requirement,
    filters: readonly Filter[],
    after: string,
  ): (response: ServerResponse) => void {
    return (response) => {
      if (response.destroyed) return;
      if (this.closed) return void response.end();
      const visible = this.visibleFilters(request, filters);
      const follower = new EventFollower(this.log, sinkOf(request, response, this.frameOf), visible, after);
      const stream: Stream = { request, response, follower, filters, requirement, blockedAt: undefined };
      this.streams.add(stream);
      this.heartbeat ??= setInterval(() => this.sendHeartbeat(), HEARTBEAT_MS).unref();
      response.on("error", () => {});
      response.on("close", () => this.remove(stream));
      // With the id, so that a client that is cut off before the first event resumes here.
      response.write(`retry: ${RETRY_MS}\nid: ${after}\n: listening\n\n`);
      follower.follow(this.feed).catch(() => response.destroy());
    };
  }

  /** Ends all streams, and refuses new ones; the clients reconnect to another process. */
  end(): void {
    this.closed = true;
    for (const { response } of this.streams) response.end();
  }

  /** The filters of a stream and those that hide events from its caller. */
  private visibleFilters({ caller }: FastifyRequest, filters: readonly Filter[]): readonly Filter[] {
    return [...filters, ...visibilityFilters(this.log.resource.views[0]!, this.access.readScopes(caller))];
  }

  private remove(stream: Stream): void {
    stream.follower.stop();
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  private sendHeartbeat(): void {
    for (const stream of this.streams) {
      const { response, blockedAt } = stream;
      if (!response.writableNeedDrain) response.write(":\n\n");
      stream.blockedAt = response.writableNeedDrain ? takenBytes(response) : undefined;
      // A client that read nothing since the last heartbeat loses its place; it may reconnect.
      if (blockedAt !== undefined && blockedAt === stream.blockedAt) response.destroy();
      this.authorizeAgain(stream).catch((reason: unknown) => {
        // A stream survives a database or an issuer that is briefly unavailable.
        if (!(reason instanceof Problem) || reason.slug !== "unavailable") response.end();
      });
    }
  }

  /** @throws Problem if the credential is no longer valid, or no longer sufficient */
  private async authorizeAgain({ request, requirement, filters, follower }: Stream): Promise<void> {
    const caller = await this.access.identify(request.headers.authorization, () => request.requester.client);
    this.access.authorize(caller, requirement);
    request.caller = caller;
    follower.filterBy(this.visibleFilters(request, filters));
  }
}

/** The bytes that were handed to the kernel, which takes no more than the client does. */
function takenBytes({ socket }: ServerResponse): number | undefined {
  return socket ? socket.bytesWritten - socket.writableLength : undefined;
}

/** Adapts a response to what a follower writes to. */
function sinkOf(
  { requester }: FastifyRequest,
  response: ServerResponse,
  frameOf: (event: StoredRecord) => Buffer,
): EventSink {
  const waiting: (() => void)[] = [];
  const resume = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  response.on("drain", resume).on("close", resume);
  return {
    requester,
    get closed() {
      return response.destroyed || response.writableEnded;
    },
    get bufferedBytes() {
      return response.writableLength;
    },
    write: (event) => void response.write(frameOf(event)),
    drained: () => (response.writableNeedDrain ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    close: () => void response.destroy(),
  };
}
