import { isIP } from 'node:net';
import { Agent, fetch } from 'undici';
import { AddressRefused } from '../../../network/filtered-dns-lookup';
import { isPublicAddress, publicLookup } from '../../../network/public-address';
import { readBounded } from '../../../network/read-bounded';
import type { Config } from '../../../runtime/config';

type ImageRules = Pick<Config['images'], 'trustedHosts' | 'allowsPublicHosts' | 'ownHosts'>;

/** A picture that can't be shown; the reason is for the log. */
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
  // A catalogue's author chooses the URLs, and must not make the shop call servers that trust it. "name." is
  // "name", too.
  const isOwn = rules.ownHosts.includes(address.hostname.replace(/\.$/, ''));
  if (!rules.allowsPublicHosts || address.protocol !== 'https:' || isPrivate || isOwn)
    throw new ImageRefused('the host');
  return publicAgent;
}

/** Fetches an issuer's picture: from permitted hosts only, without redirects, limited in time and size. */
export async function fetchImage(contentUrl: string, rules: ImageRules): Promise<Uint8Array<ArrayBuffer>> {
  const address = new URL(contentUrl);
  const response = await fetch(address, {
    dispatcher: agentFor(address, rules),
    headers: { accept: contentTypes.join(', ') },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch((error: unknown) => {
    const isPrivate = error instanceof Error && error.cause instanceof AddressRefused;
    throw isPrivate ? new ImageRefused('the host has a private address', { cause: error }) : error;
  });
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 200 || !contentTypes.includes(contentType)) {
    await response.body?.cancel();
    throw new ImageRefused(`status ${response.status}, type "${contentType}"`);
  }
  if (response.body === null) throw new ImageRefused('empty');
  const image = await readBounded(response.body, maximumBytes);
  if (image === null) throw new ImageRefused(`more than ${maximumBytes} bytes`);
  return image;
}
