/** Parses an event stream (HTML standard §9.2.6). */

/** What a stream says: an event, or that it has come as far as an id. */
export interface StreamMessage {
  /** The id of the last event so far; undefined if none was named. */
  readonly id: string | undefined;
  /** Empty if it is no event. */
  readonly data: string;
}

/** Parses a stream piece by piece. */
export class EventStreamParser {
  /** Milliseconds to wait before a reconnection, if the stream says so. */
  retry: number | undefined;
  private rest = "";
  private id: string | undefined;
  private data: string[] = [];

  /** The messages that are complete with this piece of text. */
  push(text: string): StreamMessage[] {
    // A line feed may follow its carriage return in the next piece.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop()!;
    return lines.flatMap((line) => this.read(line));
  }

  private read(line: string): StreamMessage[] {
    if (line === "") {
      const message = { id: this.id, data: this.data.join("\n") };
      this.data = [];
      return [message];
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === "data") this.data.push(value);
    else if (name === "id" && !value.includes("\0")) this.id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    return [];
  }
}
