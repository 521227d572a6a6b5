import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { z } from 'zod';

/** Certificate of an HTTPS server. Times are milliseconds UTC. */
export interface Certificate {
  validFrom: number;
  validTo: number;
  /** Reason why clients do not accept it, or null. */
  error: string | null;
}

const TIMEOUT_MS = 10_000;
/** Maximum characters of a response that is read. */
const RESPONSE_MAX = 10_000;

/** Responses of GET /api/ready: while the site is ready, and while it is not. */
const readyResponse = z.union([
  z.object({ ok: z.literal(true), instance: z.string() }),
  z
    .object({ code: z.literal('NOT_READY'), instance: z.string() })
    .transform(({ instance }) => ({ ok: false, instance })),
]);

/** Result of a request to an origin: whether a site of this software responds there. */
export type SiteStatus =
  | { kind: 'site'; ok: boolean; instance: string }
  /** Another program responded. */
  | { kind: 'other'; status: number; location: string | null }
  | { kind: 'failed'; code: string };

/** Requests the readiness of the server at an own origin. Follows no redirects. */
export async function requestSite(origin: string): Promise<SiteStatus> {
  try {
    const response = await fetch(`${origin}/api/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, RESPONSE_MAX);
    const parsed = readyResponse.safeParse(parseJsonOrNull(text));
    if (parsed.success) return { kind: 'site', ...parsed.data };
    const { status, headers } = response;
    return { kind: 'other', status, location: headers.get('location') };
  } catch (error) {
    return { kind: 'failed', code: firstErrorCodeOf(error) };
  }
}

/** Returns true if database and live release of the server at an own origin are usable. */
export async function isHealthy(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // No server listens there, or it did not respond in time.
    return false;
  }
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page, for example of a proxy.
    return null;
  }
}

function firstErrorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reasons = cause instanceof AggregateError ? cause.errors : [cause];
  const codes = reasons.flatMap((reason) =>
    reason instanceof Error && 'code' in reason ? String(reason.code) : [],
  );
  return codes[0] ?? error.name;
}

/**
 * Reads the certificate that visitors of an https origin get, even if it is not valid.
 * @throws Error if there is no TLS connection
 */
export function readCertificate(origin: string): Promise<Certificate> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // Invalid certificates are reported; no data is sent over the connection.
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once('timeout', () => socket.destroy(new Error('The server did not respond.')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      // Its declared type is an error, but it is a code such as CERT_HAS_EXPIRED.
      const error = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      resolve({ validFrom: Date.parse(from), validTo: Date.parse(to), error });
    });
  });
}
