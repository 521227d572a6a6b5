import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * IPv4 that is not the public internet: this host and network, private, shared by carriers, loopback,
 * link-local (with the metadata of clouds), for documentation and tests, multicast and reserved.
 * https://www.iana.org/assignments/iana-ipv4-special-registry/
 */
const withheld4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * IPv6 ranges within the allocated part that are not public: Teredo and other protocols,
 * documentation, and 6to4, which embeds an IPv4 address.
 */
const withheld6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();

for (const [network, bits] of withheld4) refused.addSubnet(network, bits, 'ipv4');

for (const [network, bits] of withheld6) refused.addSubnet(network, bits, 'ipv6');

/** Allocated global unicast range of IPv6; loopback, mapped, local and multicast lie outside. */
const allocated = new BlockList();

allocated.addSubnet('2000::', 3, 'ipv6');

/** Milliseconds for one try, redirects included. */
const TIMEOUT_MS = 5000;
const REDIRECTS_MAX = 5;
/** Host that always exists: if it cannot be resolved either, this machine is offline. */
const SURE_NAME = 'iana.org';
const USER_AGENT = 'personal-site link check';
/** Allowed ports; others may be internal services. */
const PORTS = new Set(['', '80', '443', '8080', '8443']);

export type LinkResult =
  | { kind: 'sound' }
  /** The URL redirects permanently. */
  | { kind: 'moved'; to: string }
  | { kind: 'status'; status: number }
  /** The host does not exist. */
  | { kind: 'unknown-host' }
  | { kind: 'silent'; reason: string }
  /** Not a public address, or not one of the web. */
  | { kind: 'refused' }
  /** This machine is offline. */
  | { kind: 'offline' };

/** Requests one URL. Never throws. */
export type RequestLink = (url: string) => Promise<LinkResult>;

/** Fake network for tests. */
export interface LinkRequesterOptions {
  isPublic?: (ipAddress: string) => boolean;
  lookup?: (host: string) => Promise<LookupAddress[]>;
  ports?: ReadonlySet<string>;
  timeoutMs?: number;
}

class ForbiddenAddressError extends Error {}

const lookUp = (host: string) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    systemLookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

/**
 * Creates a checker of external links that cannot reach private networks: each name is resolved
 * once, all its IP addresses must be public, and the connection uses one of them. Redirects follow the
 * same rule. It reads only the head of a response.
 */
export function createLinkRequester(options: LinkRequesterOptions = {}): RequestLink {
  const { isPublic = isPublicIpAddress, lookup = lookUp, ports = PORTS } = options;
  const { timeoutMs = TIMEOUT_MS } = options;

  /** Resolves a host name for a connection and rejects private IP addresses. */
  const guardedLookup: LookupFunction = (host, { all }, callback) => {
    lookup(host).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isPublic(address))) {
          callback(new ForbiddenAddressError('not a public IP address'), []);
        } else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

  function send(url: URL, method: 'HEAD' | 'GET', signal: AbortSignal) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const secure = url.protocol === 'https:';
    if (!(secure || url.protocol === 'http:') || !ports.has(url.port))
      throw new ForbiddenAddressError();
    // IP addresses need no DNS lookup.
    if (isIP(host) !== 0 && !isPublic(host)) throw new ForbiddenAddressError();
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = (secure ? https : http).request({
        host,
        port: url.port || (secure ? 443 : 80),
        path: url.pathname + url.search,
        method,
        signal,
        lookup: guardedLookup,
        agent: false,
        headers: { host: url.host, 'user-agent': USER_AGENT, accept: 'text/html,*/*;q=0.5' },
      });
      request.once('response', (response) => {
        response.once('error', () => undefined).destroy();
        resolve(response);
      });
      // Stays registered: errors after the head are ignored.
      request.on('error', reject).end();
    });
  }

  async function follow(written: URL, method: 'HEAD' | 'GET'): Promise<LinkResult> {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = written;
    let moved = false;
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const { statusCode = 0, headers } = await send(url, method, signal);
      const next = statusCode >= 300 && statusCode < 400 && headers.location;
      if (!next) {
        if (statusCode < 200 || statusCode >= 400) return { kind: 'status', status: statusCode };
        return moved ? { kind: 'moved', to: url.href } : { kind: 'sound' };
      }
      moved ||= statusCode === 301 || statusCode === 308;
      const target = URL.parse(next, url.href);
      if (!target) return { kind: 'silent', reason: 'It redirects without a target URL.' };
      url = target;
    }
    return { kind: 'silent', reason: 'It redirects in a loop.' };
  }

  return async (written) => {
    const url = URL.parse(written);
    if (!url) return { kind: 'refused' };
    try {
      const response = await follow(url, 'HEAD');
      // Some servers do not support HEAD or handle it incorrectly.
      return response.kind === 'status' ? await follow(url, 'GET') : response;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'unknown-host') return failure;
      return lookup(SURE_NAME).then(
        () => failure,
        () => ({ kind: 'offline' }),
      );
    }
  };
}

function failureOf(error: unknown): LinkResult {
  if (error instanceof ForbiddenAddressError) return { kind: 'refused' };
  const { code = '', name = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'ENODATA') return { kind: 'unknown-host' };
  if (code === 'EAI_AGAIN' || code === 'ENETUNREACH') return { kind: 'offline' };
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') {
    return { kind: 'silent', reason: 'It did not respond in time.' };
  }
  if (code === 'ECONNREFUSED')
    return { kind: 'silent', reason: 'No server responds at this address.' };
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) {
    return { kind: 'silent', reason: 'Its certificate is not accepted.' };
  }
  return { kind: 'silent', reason: 'The connection was lost.' };
}

/** True if an IP address belongs to the public internet. */
export function isPublicIpAddress(ipAddress: string): boolean {
  const family = isIP(ipAddress);
  if (family === 4) return !refused.check(ipAddress, 'ipv4');
  return family === 6 && allocated.check(ipAddress, 'ipv6') && !refused.check(ipAddress, 'ipv6');
}
