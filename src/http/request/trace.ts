/** The trace that a request belongs to (W3C Trace Context §3.2), so that log lines of several services meet. */

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** The ids as log lines name them; none where the header is absent or ill-formed, which is to be ignored. */
export function traceOf(traceparent: string | string[] | undefined): { trace_id?: string; span_id?: string } {
  const [, version, trace, span, more] = TRACEPARENT.exec(String(traceparent ?? "")) ?? [];
  // Only later versions may say more than this one.
  if (trace === undefined || span === undefined || (version === "00" && more !== undefined)) return {};
  return { trace_id: trace, span_id: span };
}
