import { posterPieces } from '@/components/ui/poster';
import { imageAnswer } from '@/lib/storefront/image-answer';
import { loadPreview } from '@/lib/storefront/previews';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/api/previews/[language]/[catalogId]/[eventId]'>;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { language, catalogId, eventId } = await params;
  const loaded = await loadPreview([language, catalogId, eventId], posterPieces);
  if (loaded.kind !== 'loaded') {
    const status = loaded.kind === 'missing' ? 404 : 503;
    return new Response(null, { status, headers: { 'cache-control': 'public, max-age=60' } });
  }
  return imageAnswer(loaded.value, request.headers.get('if-none-match'), 'image/jpeg');
}
