import { BlockList, isIP } from 'node:net';
import type { CheckResult } from '#contracts/status.ts';
import type { Config } from '../../config.ts';
import { commandLine } from '../../installation.ts';
import { isHealthy, requestSite, type SiteStatus } from '../../integrations/own-site.ts';
import { listWarnings } from '../overview/overview.ts';
import { describeCertificate, readSiteCertificate } from '../problems/check-problems.ts';

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns the origin at which this machine reaches the server itself. */
function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const ipAddress = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${ipAddress.includes(':') ? `[${ipAddress}]` : ipAddress}:${port}`;
}

/** Returns true if database and live release of the server on this machine are usable. */
export const isServerHealthy = (config: Config): Promise<boolean> => isHealthy(localOrigin(config));

/** Result of the check, and whether this instance runs. */
export interface ServerCheck {
  result: CheckResult;
  isRunning: boolean;
}

/**
 * Checks which program listens on PORT.
 * @param known.instance ID of the data folder, or null if it is new
 * @param known.portProblem reason why a new server could not listen, or null
 */
export async function checkServer(
  config: Pick<Config, 'host' | 'port'>,
  { instance, portProblem }: { instance: string | null; portProblem: string | null },
): Promise<ServerCheck> {
  const origin = localOrigin(config);
  const check = (state: CheckResult['state'], msg: string, isRunning = false) => ({
    result: { name: 'server', state, msg },
    isRunning,
  });
  if (portProblem === null) {
    return check('warning', `The server is not running. Start it with ${commandLine('start')}.`);
  }
  const found = await requestSite(origin);
  if (found.kind !== 'site') return check('failed', portProblem);
  if (found.instance !== instance) {
    const advice = 'Set PORT or DATA_DIR to that of the server you mean.';
    return check('failed', `A site with another DATA_DIR answers at ${origin}. ${advice}`);
  }
  if (found.ok) return check('ok', `The server is running at ${origin}.`, true);
  const advice = 'The failed lines of this report say why, and /api/ready for a signed-in admin.';
  return check('failed', `The server is running at ${origin}, but is not ready. ${advice}`, true);
}

/** Checks that a proxy before the server can be among the trusted ones. Whether it is, only its requests show. */
export function checkProxy(
  config: Pick<Config, 'host' | 'siteUrl' | 'trustedProxies'>,
): CheckResult {
  const name = 'proxy';
  const [warning] = listWarnings(config);
  if (warning !== undefined) return { name, state: 'warning', msg: warning.msg };
  const { host, trustedProxies } = config;
  if (trustedProxies.length === 0) {
    return { name, state: 'ok', msg: 'No proxy is trusted, and SITE_URL is not https.' };
  }
  const ipAddress = host === 'localhost' ? '127.0.0.1' : host;
  if (/^(127\.|::1$)/.test(ipAddress) && !isListed(trustedProxies, ipAddress)) {
    const msg = `All visitors share one rate limit: HOST is ${host}, so the proxy is on this machine, but TRUSTED_PROXIES does not list it; add ${ipAddress}.`;
    return { name, state: 'warning', msg };
  }
  const msg = `X-Forwarded-For of ${trustedProxies.join(', ')} counts. Make sure that your proxy is one of them.`;
  return { name, state: 'ok', msg };
}

/** True if an IP address is among addresses and CIDR ranges. */
function isListed(ranges: readonly string[], ipAddress: string): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(net, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(ipAddress, isIP(ipAddress) === 6 ? 'ipv6' : 'ipv4');
}

/** Checks that readers who open SITE_URL reach this server. */
export async function checkSiteUrl(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { instance, isRunning }: { instance: string | null; isRunning: boolean },
): Promise<CheckResult> {
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'site-url', state, msg });
  const { hostname, protocol } = new URL(siteUrl);
  if (loopback.test(hostname)) {
    const advice = 'Set SITE_URL to the public URL as soon as others read the site.';
    return result('ok', `${siteUrl} works on this machine only. ${advice}`);
  }
  const found = await requestSite(siteUrl);
  if (found.kind !== 'site') return result('failed', describeMiss(siteUrl, found, isRunning));
  if (found.instance !== instance) {
    const advice = 'Correct SITE_URL, the DNS record or the address in the proxy.';
    return result('failed', `Another site answers at ${siteUrl}. ${advice}`);
  }
  if (protocol === 'http:') {
    const advice = 'Set up HTTPS in the proxy and set SITE_URL to https.';
    return result('warning', `Passwords travel to ${siteUrl} unencrypted. ${advice}`);
  }
  return result('ok', `${siteUrl} leads to this server.`);
}

function describeMiss(
  siteUrl: string,
  found: Exclude<SiteStatus, { kind: 'site' }>,
  isRunning: boolean,
): string {
  if (found.kind === 'failed') {
    const advice =
      'Check the DNS record, the proxy and the firewall. Some networks do not let a machine reach its own public address; then open the site from another one.';
    return `${siteUrl} cannot be reached (${found.code}). ${advice}`;
  }
  const { status, location } = found;
  if (location !== null && URL.canParse(location, siteUrl)) {
    const target = new URL(location, siteUrl).origin;
    if (target !== siteUrl) {
      return `${siteUrl} redirects to ${target}. Set SITE_URL to that, or change the redirect in the proxy.`;
    }
  }
  const advice = isRunning
    ? 'Let the proxy pass /api/ on to this server, see docs/operate.md.'
    : 'Start the server first.';
  return `${siteUrl} answered ${status}, but not from this server. ${advice}`;
}

/** Checks the HTTPS certificate of SITE_URL; null without HTTPS. */
export async function checkCertificate(
  config: Pick<Config, 'siteUrl'>,
  now: number,
): Promise<CheckResult | null> {
  const result = (state: CheckResult['state'], msg: string) => ({
    name: 'certificate',
    state,
    msg,
  });
  try {
    const certificate = await readSiteCertificate(config);
    if (certificate === null) return null;
    const found = describeCertificate(certificate, now);
    if (found === null) {
      const day = new Date(certificate.validTo).toISOString().slice(0, 10);
      return result('ok', `The certificate is valid until ${day}.`);
    }
    const isUsable = certificate.error === null && certificate.validTo > now;
    const advice = 'Look at the log of the proxy that renews it, such as Caddy or certbot.';
    return result(isUsable ? 'warning' : 'failed', `${found} ${advice}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = 'Check that the proxy speaks HTTPS at SITE_URL.';
    return result('failed', `There is no certificate to read (${code ?? message}). ${advice}`);
  }
}
