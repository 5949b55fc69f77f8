import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

// One list a family: Node reads an IPv4 address as a mapped IPv6 one too.
const notPublic4 = new BlockList();
const global6 = new BlockList();
const notPublic6 = new BlockList();
// What the registries of special-purpose addresses (RFC 6890) keep from the open Internet.
for (const [address, bits] of [
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
] as const) {
  notPublic4.addSubnet(address, bits, 'ipv4');
}
// Only global unicast is public (RFC 4291); in it, what carries or names IPv4 addresses and examples is not.
global6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic6.addSubnet(address, bits, 'ipv6');
}

/** May an IP address be called that somebody else has named? False for what is no IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/** A name leads to an address that may not be called. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
}

export type LookupCallback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Resolves a name as `dns.lookup` does, and fails with PrivateAddress when any of its addresses is private. Given to a socket, it judges
 * the very addresses that are connected to, so a name can't change its mind in between.
 */
export function publicLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses;
    if (error !== null) callback(error, []);
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new PrivateAddress(`${hostname} has a private address`), []);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}
