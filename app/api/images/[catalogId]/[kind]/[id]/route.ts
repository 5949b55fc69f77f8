import { loadImage } from '@/lib/storefront/images';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/api/images/[catalogId]/[kind]/[id]'>;

function failure(status: 404 | 503): Response {
  return new Response(null, { status, headers: { 'cache-control': 'public, max-age=60' } });
}

/** A picture of an issuer, from our own address. An SVG opened by itself can run nothing and load nothing. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { catalogId, kind, id } = await params;
  if (kind !== 'events' && kind !== 'products') return failure(404);
  const loaded = await loadImage(catalogId, kind, id);
  if (loaded.kind !== 'loaded') return failure(loaded.kind === 'missing' ? 404 : 503);
  const { bytes, contentType, etag } = loaded.value;
  const headers = {
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': 'inline',
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers: { ...headers, 'content-type': contentType } });
}
