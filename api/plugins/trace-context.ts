const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const zeros = /^0+$/;

/**
 * Returns the IDs of a W3C `traceparent` header for the log of a request, or nothing if it is missing
 * or invalid. Callers choose them, so they serve to find log lines and nothing else.
 */
export function readTraceContext(
  header: string | string[] | undefined,
): { trace_id: string; span_id: string } | Record<string, never> {
  if (typeof header !== 'string') return {};
  const [, version = '', trace = '', span = '', more] = traceparent.exec(header) ?? [];
  const isValid =
    trace !== '' &&
    version !== 'ff' &&
    // Version 00 ends here; later ones may add fields.
    !(version === '00' && more !== undefined) &&
    !zeros.test(trace) &&
    !zeros.test(span);
  return isValid ? { trace_id: trace, span_id: span } : {};
}
