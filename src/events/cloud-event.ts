/** An event as it is sent to others: CloudEvents 1.0, structured mode (section 3 of its HTTP binding). */
import { ROOT } from "../resource/resource.ts";
import type { Values } from "../resource/values.ts";

/** @param event as it is stored in the log */
export function cloudEvent({ id, type, subject, time, data }: Values): Values {
  return {
    specversion: "1.0",
    id: id!,
    source: ROOT,
    type: type!,
    subject: subject!,
    time: time!,
    datacontenttype: "application/json",
    data: data!,
  };
}
