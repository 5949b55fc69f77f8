import { imageAnswer } from '@/lib/storefront/shop/image/image-answer';
import { loadImage } from '@/lib/storefront/shop/image/images';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/api/images/[catalogId]/[kind]/[id]'>;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { catalogId, kind, id } = await params;
  const isKnown = kind === 'events' || kind === 'products';
  const loaded = isKnown ? await loadImage(catalogId, kind, id) : ({ kind: 'missing' } as const);
  return imageAnswer(loaded, request.headers.get('if-none-match'));
}
