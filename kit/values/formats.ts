/** The formats of texts that the service knows, as strict as it is. */
import { secondsOf } from "./duration.ts";
import { instantOf, isDate } from "./time.ts";

/** A format: the texts that it accepts, and what they are. */
export interface Format {
  readonly accepts: (text: string) => boolean;
  /** Ends the sentence "… is not". */
  readonly noun: string;
}

/** The formats by their names in JSON Schema. */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: { accepts: isDate, noun: "a date, such as 1969-07-20" },
  "date-time": {
    accepts: (text) => instantOf(text) !== undefined,
    noun: "a point in time, such as 1969-07-20T20:17:40Z",
  },
  duration: {
    accepts: (text) => secondsOf(text) !== undefined,
    noun: "a duration in weeks, days, hours, minutes and whole seconds, such as P8DT3H18M",
  },
  uri: {
    accepts: (text) => /^[\x21-\x7e]+$/.test(text) && URL.canParse(text),
    noun: "an absolute address, such as https://example.com/",
  },
};

const ID = /^[a-z0-9][a-z0-9._~-]{0,63}$/;

/** The pattern of ids in schemas. */
export const ID_PATTERN = ID.source;

/** Returns whether a text is an id. */
export function isId(text: string): boolean {
  return ID.test(text);
}
