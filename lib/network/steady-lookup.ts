import { isIP } from 'node:net';
import { judgedLookup, type Judge, type Lookup, type Resolve } from './judged-lookup';
import { isPublicAddress } from './public-address';
import { subnets } from './subnets';

// Nobody serves files here: the machine's own metadata (link-local), "this host", and what is no single host at all.
const nobody4 = subnets('ipv4', [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
]);
const nobody6 = subnets('ipv6', [
  ['::', 128],
  ['::ffff:0:0', 96],
  ['fe80::', 10],
  ['ff00::', 8],
]);

/** May an IP address be called for a host that the operator has named? False for what is no IP address. */
export function isCallable(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nobody4.check(address, 'ipv4');
  return family === 6 && !nobody6.check(address, 'ipv6');
}

export interface SteadyLookup {
  lookup: Lookup;
  /** A connection stood, and its certificate was the host's: from now on the host stays on this side. */
  confirm: (hostname: string, address: string) => void;
}

/**
 * Looks up hosts that the operator has named. Such a host may stand in the own network, so its address says nothing by
 * itself; but it does not wander: a name that leads to both sides at once, or to the other side than where its
 * certificate was first seen, was turned towards another service (DNS rebinding) and fails with PrivateAddress.
 */
export function steadyLookup(resolve?: Resolve): SteadyLookup {
  const publicByHost = new Map<string, boolean>();
  const stands: Judge = (addresses, hostname) => {
    const side = publicByHost.get(hostname) ?? isPublicAddress(addresses[0]);
    return addresses.every((address) => isCallable(address) && isPublicAddress(address) === side);
  };
  return {
    lookup: judgedLookup(stands, resolve),
    confirm: (hostname, address) => {
      if (!publicByHost.has(hostname)) publicByHost.set(hostname, isPublicAddress(address));
    },
  };
}
