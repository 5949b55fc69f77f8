import { isIP } from 'node:net';
import { filteredDnsLookup, type Judge, type Lookup, type Resolve } from './filtered-dns-lookup';
import { isPublicAddress } from './public-address';
import { blockListOf } from './block-list';

// Addresses that serve no files: the machine's own metadata (link-local), "this host", and those of no single host.
const reserved4 = blockListOf(['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3']);
const reserved6 = blockListOf(['::/128', '::ffff:0:0/96', 'fe80::/10', 'ff00::/8']);

/** Whether to call a host that the operator has named. False for a text that is not an IP address. */
export function isCallable(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved4.check(address, 'ipv4');
  return family === 6 && !reserved6.check(address, 'ipv6');
}

export interface PinnedDnsLookup {
  lookup: Lookup;
  /** Call it when the host has shown its certificate: it then stays public or private. */
  confirm: (hostname: string, address: string) => void;
}

/**
 * Looks up hosts that the operator has named. Such a host may be inside the own network, so private addresses are
 * allowed, but it may not change between public and private. A name that resolves to both at once, or to the other
 * kind than when its certificate was first seen, was pointed to another service (DNS rebinding) and fails with
 * AddressRefused.
 */
export function pinnedDnsLookup(resolve?: Resolve): PinnedDnsLookup {
  const publicByHost = new Map<string, boolean>();
  const isSameSide: Judge = (addresses, hostname) => {
    const side = publicByHost.get(hostname) ?? isPublicAddress(addresses[0]);
    return addresses.every((address) => isCallable(address) && isPublicAddress(address) === side);
  };
  return {
    lookup: filteredDnsLookup(isSameSide, resolve),
    confirm: (hostname, address) => {
      if (!publicByHost.has(hostname)) publicByHost.set(hostname, isPublicAddress(address));
    },
  };
}
