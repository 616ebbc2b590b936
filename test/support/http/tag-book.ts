/** Notes which content every entity tag was given out for, and asserts that none comes back for other content. */
import assert from "node:assert/strict";
import type { Served } from "./serve.ts";

/** What was read at one path. */
interface Seen {
  /** The content by tag. */
  readonly contents: Map<string, string>;
  /** The content by `Last-Modified`; of the same second, the latest. */
  readonly dates: Map<string, string>;
}

/** The tags of some paths, over all the services that one registry has had. */
export class TagBook {
  private readonly seen: ReadonlyMap<string, Seen>;

  constructor(paths: readonly string[]) {
    this.seen = new Map(paths.map((path) => [path, { contents: new Map(), dates: new Map() }]));
  }

  /** Reads all paths, with and without what a cache would send. */
  async read(served: Served): Promise<void> {
    for (const [path, { contents, dates }] of this.seen) {
      const { status, headers, text } = await served.get(path);
      if (status === 404) continue;
      assert.equal(status, 200, text);
      const [tag, date] = [headers.get("etag")!, headers.get("last-modified")];
      assert.equal(contents.get(tag) ?? text, text, `${path}: ${tag} came back for other content`);
      contents.set(tag, text);
      if (date !== null) dates.set(date, text);
      const staleTags = [...contents].filter(([, content]) => content !== text).map(([each]) => each);
      const staleDates = [...dates].filter(([, content]) => content !== text).map(([each]) => each);
      for (const conditions of [
        ...(staleTags.length > 0 ? [{ "if-none-match": staleTags.join(", ") }] : []),
        ...staleDates.map((each) => ({ "if-modified-since": each })),
      ])
        assert.equal(
          (await served.get(path, { headers: conditions })).status,
          200,
          `${path} ${JSON.stringify(conditions)}`,
        );
    }
  }

  /** Asserts that no state which is no longer current lets a write through. */
  async refuseStaleWrites(served: Served, path: string): Promise<void> {
    const { contents, dates } = this.seen.get(path)!;
    const current = await served.get(path);
    const isStale = ([, content]: [string, string]): boolean => content !== current.text;
    for (const headers of [
      ...[...contents].filter(isStale).map(([tag]) => ({ "if-match": tag })),
      ...[...dates].filter(isStale).map(([date]) => ({ "if-unmodified-since": date })),
    ])
      assert.equal(
        (await served.put(path, { name: "Stale" }, { headers })).status,
        412,
        `${path} ${JSON.stringify(headers)}`,
      );
  }
}
