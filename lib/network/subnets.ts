import { BlockList } from 'node:net';

/** Networks of one family, each an address and its bits: Node reads an IPv4 address as a mapped IPv6 one too. */
export function subnets(
  family: 'ipv4' | 'ipv6',
  networks: readonly (readonly [string, number])[],
): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, family);
  return list;
}
