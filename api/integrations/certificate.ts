import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** Certificate of an HTTPS server. Times are milliseconds UTC. */
export interface Certificate {
  validFrom: number;
  validTo: number;
  /** Reason why clients do not accept it, or null. */
  error: string | null;
}

const TIMEOUT_MS = 10_000;

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
    socket.once('timeout', () => socket.destroy(new Error('The server did not answer.')));
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
