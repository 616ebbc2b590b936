/** Answers of public lists that are asked for again and again, kept as the bytes that they are sent as. */
import { LRUCache } from "lru-cache";
import type { HttpResponse } from "./response.ts";

/** All that is kept together, in bytes. */
const ALL = 12 * 1024 * 1024;
/**
 * An answer is kept when it is asked for a second time among so many different ones. What comes by once, as a walk does or
 * whoever reads page after page, would push out what others ask for, and leave garbage behind.
 */
const RECENT = 500;

/** A finished answer, and the tag that says for which change counters it holds. */
interface Finished {
  readonly tag: string;
  readonly answer: HttpResponse;
}

export class ResponseCache {
  private readonly kept = new LRUCache<string, Finished>({
    maxSize: ALL,
    sizeCalculation: ({ answer }, url) => answer.body.length + url.length,
  });
  /** The tags of the answers that were given last, by URL. */
  private readonly given = new LRUCache<string, string>({ max: RECENT });

  /** What is kept for a URL, while its tag is this one. */
  get(url: string, tag: string): HttpResponse | undefined {
    const finished = this.kept.get(url);
    return finished?.tag === tag ? finished.answer : undefined;
  }

  /** Notes that an answer is given, and keeps it where it is worth that. */
  note(url: string, tag: string, answer: HttpResponse): void {
    // Bytes, outside the heap that the garbage collector walks.
    if (this.given.get(url) === tag) this.kept.set(url, { tag, answer: { ...answer, body: Buffer.from(answer.body) } });
    else this.given.set(url, tag);
  }
}
