import { createHash } from 'node:crypto';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { Agent, fetch, type Response as FetchedResponse } from 'undici';

export interface FetchedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly etag: string;
}

export interface ImageRules {
  /** host[:port] that may be asked at any address, with or without TLS. */
  readonly trustedHosts: readonly string[];
  /** Any other host too, over TLS and at public addresses only. */
  readonly publicHosts: boolean;
}

/** A picture that can't be shown, and why; the reason is for the log. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
}

const maximumBytes = 8 * 1024 * 1024;
const timeoutMilliseconds = 8_000;
const contentTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

// One list a family: Node reads an IPv4 address as a mapped IPv6 one too, and would find all of them blocked.
const notPublic4 = new BlockList();
const notPublic6 = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  notPublic4.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  notPublic6.addSubnet(address, bits, 'ipv6');
}

/** May an address be asked that we were given by somebody else? */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 6 ? !notPublic6.check(address, 'ipv6') : !notPublic4.check(address, 'ipv4');
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name, and refuses it when any of its addresses is private: judged at the moment of connecting. */
function publicLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses;
    if (error !== null) callback(error, []);
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new ImageRefused('the host has a private address'), []);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

const publicAgent = new Agent({ connect: { lookup: publicLookup }, connections: 8 });
const trustedAgent = new Agent({ connections: 8 });

function agentFor(address: URL, rules: ImageRules): Agent {
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:';
  if (!isWeb || address.username !== '' || address.password !== '') throw new ImageRefused('the address');
  if (rules.trustedHosts.includes(address.host)) return trustedAgent;
  const literal = address.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(literal) !== 0 && !isPublicAddress(literal);
  if (!rules.publicHosts || address.protocol !== 'https:' || isPrivate) throw new ImageRefused('the host');
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
export async function fetchImage(contentUrl: string, rules: ImageRules): Promise<FetchedImage> {
  const address = new URL(contentUrl);
  const response = await fetch(address, {
    dispatcher: agentFor(address, rules),
    headers: { accept: contentTypes.join(', ') },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 200 || !contentTypes.includes(contentType)) {
    await response.body?.cancel();
    throw new ImageRefused(`status ${response.status}, type "${contentType}"`);
  }
  const bytes = await readBounded(response);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, contentType, etag };
}
