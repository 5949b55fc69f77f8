import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { isPublicAddress, PrivateAddress, type LookupCallback } from './public-address';

// One list a family, as in public-address.ts. Nobody serves files here: the machine's own metadata (link-local),
// "this host", and what is no single host at all.
const nobody4 = new BlockList();
const nobody6 = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  nobody4.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  ['::', 128],
  ['::ffff:0:0', 96],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  nobody6.addSubnet(address, bits, 'ipv6');
}

/** May an IP address be called for a host that the operator has named? False for what is no IP address. */
export function isCallable(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nobody4.check(address, 'ipv4');
  return family === 6 && !nobody6.check(address, 'ipv6');
}

type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface SteadyLookup {
  /** As `dns.lookup`. Given to a socket, it judges the very addresses that are connected to. */
  lookup: (hostname: string, options: LookupOptions, callback: LookupCallback) => void;
  /** A connection stood, and its certificate was the host's: from now on the host stays on this side. */
  confirm: (hostname: string, address: string) => void;
}

/**
 * Looks up hosts that the operator has named. Such a host may stand in the own network, so its address says nothing by
 * itself; but it does not wander: a name that leads to both sides at once, or to the other side than where its
 * certificate was first seen, was turned towards another service (DNS rebinding) and fails with PrivateAddress.
 */
export function steadyLookup(resolve: Lookup = lookup): SteadyLookup {
  const publicByHost = new Map<string, boolean>();
  return {
    lookup: (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) {
          callback(error, []);
          return;
        }
        const [first] = addresses;
        if (first === undefined) {
          callback(new Error(`${hostname} has no address`), []);
          return;
        }
        const side = publicByHost.get(hostname) ?? isPublicAddress(first.address);
        if (!addresses.every(({ address }) => isCallable(address) && isPublicAddress(address) === side)) {
          callback(new PrivateAddress(`${hostname} leads elsewhere`), []);
        } else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
    confirm: (hostname, address) => {
      if (!publicByHost.has(hostname)) publicByHost.set(hostname, isPublicAddress(address));
    },
  };
}
