/** `as_of`: the moment of the past that a request asks about. */

/** A moment of the past. */
export interface Moment {
  /** In milliseconds since 1970; every commit up to then is part of it. */
  readonly time: number;
  /** The same as clients write it: a date, which means its end, or a date-time. */
  readonly text: string;
}
