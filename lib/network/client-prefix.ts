import { isIPv4, isIPv6 } from 'node:net';

/** Where a request came from, as it is counted. */
export interface ClientNetworks {
  /** The first 24 bits of an IPv4 address, 56 of an IPv6 one (what one household gets). */
  readonly network: string;
  /** The first 48 bits of an IPv6 address (what one company gets, with 256 such networks); null for IPv4. */
  readonly site: string | null;
}

/**
 * The network that a request came from: the first 24 bits of an IPv4 address, 56 of an IPv6 one. Read from the last
 * entry of X-Forwarded-For: the proxy right before us has written it; entries before it can be made up by the client.
 * Null when it is no address.
 */
export function clientPrefix(forwardedFor: string | null): string | null {
  return networksOf(lastForwarded(forwardedFor))?.network ?? null;
}

/** The networks that a request came from, as above. Without an address it came by a local socket: all these are one. */
export function clientNetworks(forwardedFor: string | null): ClientNetworks {
  return networksOf(lastForwarded(forwardedFor)) ?? { network: 'local', site: null };
}

/** The address in the last entry of X-Forwarded-For, without its port; what stands there where it is no address. */
export function lastForwarded(forwardedFor: string | null): string {
  const last = (forwardedFor ?? '').split(',').at(-1)?.trim() ?? '';
  return last.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}

function networksOf(written: string): ClientNetworks | null {
  const address = written.toLowerCase();
  if (isIPv4(address)) return ofIPv4(address.split('.').map(Number));
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  // An IPv4 address in the form of IPv6 (RFC 4291 §2.5.5.2).
  if (f === 0xffff && [a, b, c, d, e].every((group) => group === 0))
    return ofIPv4([g >> 8, g & 0xff, h >> 8]);
  const written48 = [a, b, c].map((group) => group.toString(16)).join(':');
  return { network: `${written48}:${(d & 0xff00).toString(16)}::/56`, site: `${written48}::/48` };
}

const ofIPv4 = (bytes: readonly number[]): ClientNetworks => ({
  network: `${bytes.slice(0, 3).join('.')}.0/24`,
  site: null,
});

/** The eight groups of an IPv6 address that is one. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  // The last 32 bits may be written as an IPv4 address.
  const hex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = [], tail] = hex
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
