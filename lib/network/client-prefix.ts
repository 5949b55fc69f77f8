import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that a request came from: the first 24 bits of an IPv4 address, 56 of an IPv6 one (what one household
 * gets). Read from the last entry of X-Forwarded-For: that was written by whoever stands right before us (a proxy that
 * appends to it, or Next itself where the header is missing); entries before it can be made up by anybody. Null when it
 * is no address.
 */
export function clientPrefix(forwardedFor: string | null): string | null {
  const last = (forwardedFor ?? '').split(',').at(-1)?.trim().toLowerCase() ?? '';
  const address = last.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^::ffff:(?=[\d.]+$)/, '');
  const plain = address.replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIPv6(plain)) return `${first56(plain)}/56`;
  return null;
}

function first56(address: string): string {
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'));
  const [head, tail] = [groups(front), groups(back)];
  const all =
    back === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const [a = '0', b = '0', c = '0', d = '0'] = all;
  const kept = Number.parseInt(d, 16) & 0xff00;
  return (
    [a, b, c].map((group) => Number.parseInt(group, 16).toString(16)).join(':') + `:${kept.toString(16)}::`
  );
}
