import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address that a request came from: that of the connection, or what a trusted proxy wrote last into
 * X-Forwarded-For. What a client wrote there itself counts for nothing.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string | undefined) => boolean,
): string {
  const { remoteAddress = '' } = socket;
  if (!isProxy(remoteAddress)) return remoteAddress;
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',');
  const last = forwarded.split(',').at(-1)?.trim() ?? '';
  const bare = last.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return isIP(bare) === 0 ? remoteAddress : bare;
}
