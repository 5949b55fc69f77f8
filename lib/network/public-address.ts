import { isIP } from 'node:net';
import { filteredDnsLookup } from './filtered-dns-lookup';
import { blockListOf } from './block-list';

// Addresses that the registries of special-purpose addresses (RFC 6890) exclude from the public Internet.
const notPublic4 = blockListOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
// Only global unicast is public (RFC 4291), without ranges that contain IPv4 addresses, and examples.
const global6 = blockListOf(['2000::/3']);
const notPublic6 = blockListOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an IP address that another party has named may be called. False for a text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/** Looks up a host that another party has named: all of its addresses must be public. */
export const publicLookup = filteredDnsLookup((addresses) => addresses.every(isPublicAddress));
