/** Server-Sent Events (HTML standard §9.2): the log of what happened as it grows, to whoever keeps listening. */
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

export const EVENT_STREAM = "text/event-stream";

/** How often every stream says that it is alive, and it is asked whether its reader still may. */
const BEAT_MS = 15_000;
/** How long a client waits before it connects again, in milliseconds. */
const RETRY_MS = 1_000;

/** A stream that is open. */
interface Open {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly follower: EventFollower;
  readonly filters: readonly Filter[];
  readonly need: Requirement;
  /** How many bytes had gone at the last beat, when others waited; undefined when none did. */
  stuckAt: number | undefined;
}

export class EventStreams {
  private readonly log: EventLogReader;
  private readonly access: Access;
  private readonly feed: EventFeed;
  private readonly open = new Set<Open>();
  private beats: NodeJS.Timeout | undefined;
  private ended = false;
  /** An event on the wire: written once, for all who are told of it. */
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
   * Tells a caller of the events after one, and then of all that come, until either side ends it.
   * @param after the id of the event that was seen last
   * @returns what takes the connection over
   */
  begin(
    request: FastifyRequest,
    need: Requirement,
    filters: readonly Filter[],
    after: string,
  ): (response: ServerResponse) => void {
    return (response) => {
      if (response.destroyed) return;
      if (this.ended) return void response.end();
      const follower = new EventFollower(this.log, sinkOf(response, this.frameOf), this.asked(request, filters), after);
      const stream: Open = { request, response, follower, filters, need, stuckAt: undefined };
      this.open.add(stream);
      this.beats ??= setInterval(() => this.beat(), BEAT_MS).unref();
      response.on("error", () => {});
      response.on("close", () => this.left(stream));
      // The id, so that whoever is cut off before the first event comes back to where they began.
      response.write(`retry: ${RETRY_MS}\nid: ${after}\n: listening\n\n`);
      follower.follow(this.feed).catch(() => response.destroy());
    };
  }

  /** Ends all streams, and those that would still begin; their clients come again, to whoever answers then. */
  end(): void {
    this.ended = true;
    for (const { response } of this.open) response.end();
  }

  /** What a caller asked for, and may see. */
  private asked({ caller }: FastifyRequest, filters: readonly Filter[]): readonly Filter[] {
    return [...filters, ...visibilityFilters(this.log.resource.views[0]!, this.access.held(caller))];
  }

  private left(stream: Open): void {
    stream.follower.stop();
    this.open.delete(stream);
    if (this.open.size > 0) return;
    clearInterval(this.beats);
    this.beats = undefined;
  }

  private beat(): void {
    for (const stream of this.open) {
      const { response, stuckAt } = stream;
      if (!response.writableNeedDrain) response.write(":\n\n");
      stream.stuckAt = response.writableNeedDrain ? gone(response) : undefined;
      // Since the last beat it took nothing: its place is free, and it may come again.
      if (stuckAt !== undefined && stuckAt === stream.stuckAt) response.destroy();
      this.check(stream).catch((reason: unknown) => {
        // Nobody loses a stream because a database or an issuer is away for a moment.
        if (!(reason instanceof Problem) || reason.slug !== "unavailable") response.end();
      });
    }
  }

  /** @throws Problem when the credential does not stand any more, or not for this */
  private async check({ request, need, filters, follower }: Open): Promise<void> {
    const caller = await this.access.identify(request.headers.authorization, request.connection.credential);
    this.access.authorize(caller, need);
    request.caller = caller;
    follower.filterBy(this.asked(request, filters));
  }
}

/** How many bytes are on the way that the system took over. */
function gone({ socket }: ServerResponse): number | undefined {
  return socket ? socket.bytesWritten - socket.writableLength : undefined;
}

function sinkOf(response: ServerResponse, frameOf: (event: StoredRecord) => Buffer): EventSink {
  const waiting: (() => void)[] = [];
  const go = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  response.on("drain", go).on("close", go);
  return {
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
