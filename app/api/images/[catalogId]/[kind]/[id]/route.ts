import { imageAnswer } from '@/lib/storefront/image-answer';
import { loadImage } from '@/lib/storefront/images';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/api/images/[catalogId]/[kind]/[id]'>;

function failure(status: 404 | 503): Response {
  return new Response(null, { status, headers: { 'cache-control': 'public, max-age=60' } });
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { catalogId, kind, id } = await params;
  if (kind !== 'events' && kind !== 'products') return failure(404);
  const loaded = await loadImage(catalogId, kind, id);
  if (loaded.kind !== 'loaded') return failure(loaded.kind === 'missing' ? 404 : 503);
  return imageAnswer(loaded.value, request.headers.get('if-none-match'));
}
