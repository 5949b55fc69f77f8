import { createHash } from 'node:crypto';

export const newNonce = () => crypto.randomUUID().replaceAll('-', '');

/**
 * A page that was made with a nonce, without it, and the SHA-256 sources (CSP 3 §6.7.3.3) of the inline scripts that
 * had it. A script without the nonce was not made by Next, so it does not become allowed.
 */
export function hashScripts(page: string, nonce: string): { html: string; sources: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const sources = new Set<string>();
  // eslint-disable-next-line redos/no-vulnerable -- Of a page that Next made: each script has an end, and is its own.
  for (const [, attributes = '', script = ''] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(attribute) || /\ssrc=/.test(attributes)) continue;
    sources.add(`'sha256-${createHash('sha256').update(script.replaceAll(nonce, '')).digest('base64')}'`);
  }
  return { html: page.replaceAll(attribute, '').replaceAll(nonce, ''), sources: [...sources] };
}
