import { BlockList, isIP } from 'node:net';

/** A list of addresses and networks (CIDR). Node reads an IPv4 address as a mapped IPv6 one too,
 * so a list that must tell them apart has one family. */
export function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
