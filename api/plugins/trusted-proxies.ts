import { BlockList, isIPv6 } from 'node:net';

const lists = new Map<readonly string[], BlockList>();

/** True if an IP address is one of the proxies, which are given as IP or CIDR. */
export function isTrustedProxy(proxies: readonly string[], address: string): boolean {
  return proxies.length > 0 && listOf(proxies).check(address, familyOf(address));
}

function listOf(proxies: readonly string[]): BlockList {
  const cached = lists.get(proxies);
  if (cached) return cached;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  lists.set(proxies, list);
  return list;
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
