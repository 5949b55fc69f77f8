import { namesTag } from '../../../network/if-none-match';
import type { StoredImage } from './image-cache';
import type { Loaded } from '../../common/request/load';

/** Its headers forbid scripts and further requests when the picture is opened by itself. */
export function imageAnswer(
  loaded: Loaded<StoredImage>,
  ifNoneMatch: string | null,
  type = 'image/webp',
): Response {
  if (loaded.kind !== 'loaded') {
    const status = loaded.kind === 'missing' ? 404 : 503;
    return new Response(null, { status, headers: { 'cache-control': 'public, max-age=60' } });
  }
  const { bytes, etag } = loaded.value;
  const headers = {
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline',
  };
  if (namesTag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers: { ...headers, 'content-type': type } });
}
