import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '#contracts/errors.ts';
import type { Config } from '../config.ts';
import { usualHeaders } from '../publisher/site-headers.ts';

/** Errors of Node's HTTP parser that say more than "malformed". */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Responds to bytes that Node cannot parse as a request and closes the connection. */
export function rejectUnparsedRequest(
  error: Error & { code?: string },
  socket: Socket,
  config: Pick<Config, 'siteUrl'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = codes[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { status, msg } = errorCatalogue[code];
  const body = JSON.stringify({ msg, code });
  const headers = Object.entries({
    ...usualHeaders(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
  }
  socket.destroy(error);
}
