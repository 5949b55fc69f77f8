import { imageAnswer } from '@/lib/storefront/common/image/image-answer';
import { loadImage } from '@/lib/storefront/shop/image/images';
import { parseCount } from '@/lib/storefront/common/request/parameters';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/api/images/[catalogId]/[kind]/[id]'>;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { catalogId, kind, id } = await params;
  const number = parseCount(new URL(request.url).searchParams.get('number') ?? undefined, 2) ?? undefined;
  const isKnown = kind === 'events' || kind === 'products' || kind === 'venues';
  const loaded = isKnown ? await loadImage(catalogId, kind, id, number) : ({ kind: 'missing' } as const);
  return imageAnswer(loaded, request.headers.get('if-none-match'));
}
