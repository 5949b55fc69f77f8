import { isIP } from 'node:net';
import { Agent, fetch, type Response as FetchedResponse } from 'undici';
import { PrivateAddress } from '../network/judged-lookup';
import { isPublicAddress, publicLookup } from '../network/public-address';

export interface ImageRules {
  /** host[:port] that may be asked at any address, with or without TLS. */
  readonly trustedHosts: readonly string[];
  /** Any other host too, over TLS and at public addresses only. */
  readonly publicHosts: boolean;
  /** Names of hosts that are not asked unless trusted: our own, the identity and the payment provider's. */
  readonly ownHosts: readonly string[];
}

/** A picture that can't be shown, and why; the reason is for the log. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
}

const maximumBytes = 8 * 1024 * 1024;
const timeoutMilliseconds = 8_000;
const contentTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

const publicAgent = new Agent({ connect: { lookup: publicLookup }, connections: 8 });
const trustedAgent = new Agent({ connections: 8 });

function agentFor(address: URL, rules: ImageRules): Agent {
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:';
  if (!isWeb || address.username !== '' || address.password !== '') throw new ImageRefused('the address');
  if (rules.trustedHosts.includes(address.host)) return trustedAgent;
  const literal = address.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(literal) !== 0 && !isPublicAddress(literal);
  // Whoever writes a catalogue names addresses, and must not have us call what trusts us. "name." is "name", too.
  const isOwn = rules.ownHosts.includes(address.hostname.replace(/\.$/, ''));
  if (!rules.publicHosts || address.protocol !== 'https:' || isPrivate || isOwn)
    throw new ImageRefused('the host');
  return publicAgent;
}

async function readBounded(response: FetchedResponse): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) throw new ImageRefused('empty');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    if (!(chunk instanceof Uint8Array)) throw new ImageRefused('not bytes');
    size += chunk.byteLength;
    if (size > maximumBytes) throw new ImageRefused(`more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Fetches a picture of an issuer: from hosts that may be asked, no redirects, bounded in time and size. */
export async function fetchImage(contentUrl: string, rules: ImageRules): Promise<Uint8Array<ArrayBuffer>> {
  const address = new URL(contentUrl);
  const response = await fetch(address, {
    dispatcher: agentFor(address, rules),
    headers: { accept: contentTypes.join(', ') },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch((error: unknown) => {
    const isPrivate = error instanceof Error && error.cause instanceof PrivateAddress;
    throw isPrivate ? new ImageRefused('the host has a private address', { cause: error }) : error;
  });
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 200 || !contentTypes.includes(contentType)) {
    await response.body?.cancel();
    throw new ImageRefused(`status ${response.status}, type "${contentType}"`);
  }
  return readBounded(response);
}
