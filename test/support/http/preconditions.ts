/** The matrix of preconditions: header fields, and the expected status of each method (RFC 9110 §13.1, §13.2). */

/** What a client knows of a representation: its tags, and dates around its last change. */
export interface Known {
  readonly tag: string;
  /** The tag of the state before. */
  readonly superseded: string;
  /** The tag of `?fields=id`. */
  readonly selection: string;
  readonly earlier: Date;
  readonly modified: Date;
  readonly later: Date;
}

/** Conditional header fields. */
export type Conditions = Readonly<Record<string, string>>;

/** The status that a row expects of each method, on what exists and on what does not. */
interface Expected {
  /** GET and HEAD of an item. */
  readonly read: 200 | 304 | 400 | 412;
  /** GET and HEAD of a list. It has no date: date conditions do not apply. */
  readonly list: 200 | 304 | 400 | 412;
  /** PUT, PATCH and DELETE of an item: 200 stands for success. */
  readonly write: 200 | 400 | 412;
  /** PUT of an item that does not exist. */
  readonly create: 201 | 400 | 412;
  /** POST to a list, of which the tags are: it obeys `If-Match` only. */
  readonly post: 201 | 400 | 412;
}

/** One row of the matrix. */
export interface Row {
  readonly name: string;
  readonly conditions: (known: Known) => Conditions;
  readonly expected: Expected;
}

/** An entity tag that matches nothing. */
export const OTHER = '"another"';
/** `If-Match` with these tags. */
export const match = (tags: string): Conditions => ({ "if-match": tags });
const noneMatch = (tags: string): Conditions => ({ "if-none-match": tags });
const since = (date: Date | string): Conditions => ({ "if-modified-since": format(date) });
const unmodified = (date: Date | string): Conditions => ({ "if-unmodified-since": format(date) });

function format(date: Date | string): string {
  return typeof date === "string" ? date : date.toUTCString();
}

function row(
  name: string,
  conditions: Row["conditions"],
  ...[read, list, write, create, post]: [
    Expected["read"],
    Expected["list"],
    Expected["write"],
    Expected["create"],
    Expected["post"],
  ]
): Row {
  return { name, conditions, expected: { read, list, write, create, post } };
}

/** Which conditions hold, and in which order they are evaluated. */
// biome-ignore format: a table
export const EVALUATION: Row[] = [
  //                                                                                 read list write create post
  row("no condition", () => ({}), 200, 200, 200, 201, 201),
  row("If-Match: the tag", ({ tag }) => match(tag), 200, 200, 200, 412, 201),
  row("If-Match: another tag", () => match(OTHER), 412, 412, 412, 412, 412),
  row("If-Match: the tag of the state before", ({ superseded }) => match(superseded), 412, 412, 412, 412, 412),
  row("If-Match: the tag, weak", ({ tag }) => match(`W/${tag}`), 412, 412, 412, 412, 412),
  row("If-Match: a list with the tag", ({ tag }) => match(`${OTHER}, W/"x" ,,${tag}`), 200, 200, 200, 412, 201),
  row("If-Match: a list without it", ({ tag }) => match(`${OTHER}, W/${tag}, ""`), 412, 412, 412, 412, 412),
  row("If-Match: *", () => match("*"), 200, 200, 200, 412, 201),
  row("If-Match: the tag of other fields", ({ selection }) => match(selection), 200, 200, 200, 412, 412),
  row("If-Match: the tag in a coding", ({ tag }) => match(tag.replace(/"$/, '.gzip"')), 200, 200, 200, 412, 201),
  row("If-None-Match: the tag", ({ tag }) => noneMatch(tag), 304, 304, 412, 201, 201),
  row("If-None-Match: the tag, weak", ({ tag }) => noneMatch(`W/${tag}`), 304, 304, 412, 201, 201),
  row("If-None-Match: another tag", () => noneMatch(OTHER), 200, 200, 200, 201, 201),
  row("If-None-Match: the tag of the state before", ({ superseded }) => noneMatch(superseded), 200, 200, 200, 201, 201),
  row("If-None-Match: a list with the tag", ({ tag }) => noneMatch(`${OTHER},W/${tag}`), 304, 304, 412, 201, 201),
  row("If-None-Match: a list without it", () => noneMatch(`${OTHER}, W/"x"`), 200, 200, 200, 201, 201),
  row("If-None-Match: *", () => noneMatch("*"), 304, 304, 412, 201, 201),
  row("If-Modified-Since: the change", ({ modified }) => since(modified), 304, 200, 200, 201, 201),
  row("If-Modified-Since: later", ({ later }) => since(later), 304, 200, 200, 201, 201),
  row("If-Modified-Since: earlier", ({ earlier }) => since(earlier), 200, 200, 200, 201, 201),
  row("If-Unmodified-Since: the change", ({ modified }) => unmodified(modified), 200, 200, 200, 201, 201),
  row("If-Unmodified-Since: later", ({ later }) => unmodified(later), 200, 200, 200, 201, 201),
  row("If-Unmodified-Since: earlier", ({ earlier }) => unmodified(earlier), 412, 200, 412, 201, 201),
  // If-Match is evaluated instead of If-Unmodified-Since, If-None-Match instead of If-Modified-Since.
  row("the tag; unmodified since earlier", ({ tag, earlier }) => ({ ...match(tag), ...unmodified(earlier) }), 200, 200, 200, 412, 201),
  row("another; unmodified since later", ({ later }) => ({ ...match(OTHER), ...unmodified(later) }), 412, 412, 412, 412, 412),
  row("not another; modified since later", ({ later }) => ({ ...noneMatch(OTHER), ...since(later) }), 200, 200, 200, 201, 201),
  row("not the tag; modified since earlier", ({ tag, earlier }) => ({ ...noneMatch(tag), ...since(earlier) }), 304, 304, 412, 201, 201),
  // If-Match and If-Unmodified-Since are evaluated before the other two.
  row("the tag; not the tag", ({ tag }) => ({ ...match(tag), ...noneMatch(tag) }), 304, 304, 412, 412, 201),
  row("another; not the tag", ({ tag }) => ({ ...match(OTHER), ...noneMatch(tag) }), 412, 412, 412, 412, 412),
  row("the tag; not another", ({ tag }) => ({ ...match(tag), ...noneMatch(OTHER) }), 200, 200, 200, 412, 201),
  row("*; not *", () => ({ ...match("*"), ...noneMatch("*") }), 304, 304, 412, 412, 201),
  row("the tag; modified since the change", ({ tag, modified }) => ({ ...match(tag), ...since(modified) }), 304, 200, 200, 412, 201),
  row("unmodified since earlier; not the tag", ({ tag, earlier }) => ({ ...unmodified(earlier), ...noneMatch(tag) }), 412, 304, 412, 201, 201),
  row("unmodified since later; not the tag", ({ tag, later }) => ({ ...unmodified(later), ...noneMatch(tag) }), 304, 304, 412, 201, 201),
  row("unmodified and modified since later", ({ later }) => ({ ...unmodified(later), ...since(later) }), 304, 200, 200, 201, 201),
  row("unmodified and modified since earlier", ({ earlier }) => ({ ...unmodified(earlier), ...since(earlier) }), 412, 200, 412, 201, 201),
];

/** The obsolete forms of a date, which a recipient must accept too (RFC 9110 §5.6.7). */
const OBSOLETE_FORMS: [name: string, write: (date: Date) => string][] = [
  [
    "RFC 850",
    (date) =>
      date
        .toUTCString()
        .replace(
          /^(...), (\d\d) (...) ..(\d\d)/,
          (_, name, day, month, year) => `${DAYS[name]}, ${day}-${month}-${year}`,
        ),
  ],
  [
    "asctime",
    (date) =>
      date
        .toUTCString()
        .replace(
          /^(...), (\d\d) (...) (\d{4}) (.{8}) GMT$/,
          (_, name, day, month, year, time) => `${name} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
        ),
  ],
];
const DAYS: Record<string, string> = {
  Mon: "Monday",
  Tue: "Tuesday",
  Wed: "Wednesday",
  Thu: "Thursday",
  Fri: "Friday",
  Sat: "Saturday",
  Sun: "Sunday",
};

const NO_DATES = [
  "",
  "0",
  "yesterday",
  "2026-01-15T12:00:00Z",
  "2999-01-01",
  "Thu, 32 Jan 2026 12:00:00 GMT",
  "15 Jan 2026 12:00:00 GMT",
];
const NO_TAGS = ["", "abc", "3", '"open', "'single'", 'w/"small"', '"a" b', '"with space"', '*, "a"', ",", "**"];

/** How the header fields are written. */
// biome-ignore format: a table
export const SYNTAX: Row[] = [
  ...OBSOLETE_FORMS.flatMap(([form, write]) => [
    row(`If-Modified-Since: the change, as ${form}`, ({ modified }) => since(write(modified)), 304, 200, 200, 201, 201),
    row(`If-Modified-Since: earlier, as ${form}`, ({ earlier }) => since(write(earlier)), 200, 200, 200, 201, 201),
    row(`If-Unmodified-Since: the change, as ${form}`, ({ modified }) => unmodified(write(modified)), 200, 200, 200, 201, 201),
    row(`If-Unmodified-Since: earlier, as ${form}`, ({ earlier }) => unmodified(write(earlier)), 412, 200, 412, 201, 201),
  ]),
  ...NO_DATES.map((date) => row(`no date: ${date}`, () => ({ ...since(date), ...unmodified(date) }), 200, 200, 200, 201, 201)),
  ...NO_TAGS.map((tag) => row(`If-Match: ${tag}`, () => match(tag), 400, 400, 400, 400, 400)),
  ...NO_TAGS.map((tag) => row(`If-None-Match: ${tag}`, () => noneMatch(tag), 400, 400, 400, 400, 201)),
];
