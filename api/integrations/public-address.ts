import { BlockList, isIP } from 'node:net';

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
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/** True if an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && given.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
