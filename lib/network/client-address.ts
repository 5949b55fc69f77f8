import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { lastForwarded } from './client-prefix';

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
  const forwarded = lastForwarded([headers['x-forwarded-for'] ?? ''].flat().join(','));
  return isIP(forwarded) === 0 ? remoteAddress : forwarded;
}
