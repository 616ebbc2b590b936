/** Events as the log and the stream show them. */

/** What has changed, and who changed it: one record before and after, or how many were created or deleted together. */
export interface EventData {
  // biome-ignore lint/suspicious/noExplicitAny: a record of any resource
  before?: Record<string, any> | null;
  // biome-ignore lint/suspicious/noExplicitAny: a record of any resource
  after?: Record<string, any> | null;
  count?: number;
  first_id?: string;
  last_id?: string;
  /** The path of the list with the records that were created together. */
  link?: string | null;
  /** The times of the first and the last of the refused requests, or of the events that the log deleted. */
  from?: string | null;
  to?: string | null;
  /** The address from which requests were refused; null for several. */
  client?: string | null;
  /** Why the log deleted events. */
  why?: "age" | "bytes" | "count" | "security_age" | null;
  actor: string;
}

/** A change (CloudEvents 1.0). */
export interface EventRecord {
  specversion: "1.0";
  /** Ordered: a later event has a greater id. */
  id: string;
  source: string;
  /** `<singular>.created`, `.updated` or `.deleted`; of several records, `.batch_created` or `.batch_deleted`. */
  type: string;
  /** The path of the record; of several, that of their collection. */
  subject: string;
  time: string;
  datacontenttype: "application/json";
  data: EventData;
}
