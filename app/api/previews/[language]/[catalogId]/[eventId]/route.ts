import { posterPieces } from '@/components/ui/poster';
import { imageAnswer } from '@/lib/storefront/common/image/image-answer';
import { loadPreview } from '@/lib/storefront/shop/image/previews';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/api/previews/[language]/[catalogId]/[eventId]'>;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language, catalogId, eventId } = await params;
  const loaded = await loadPreview([language, catalogId, eventId], posterPieces);
  return imageAnswer(loaded, request.headers.get('if-none-match'), 'image/jpeg');
}
