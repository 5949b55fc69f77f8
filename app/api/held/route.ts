import type { NextRequest } from 'next/server';
import { supportedLanguage } from '@/lib/locale/languages';
import { getHeldLine } from '@/lib/storefront/held';

export const dynamic = 'force-dynamic';

/** What this browser holds, for pages that are the same for every visitor. */
export async function GET(request: NextRequest): Promise<Response> {
  const language = supportedLanguage(request.nextUrl.searchParams.get('language'));
  const held = await getHeldLine(language);
  return Response.json(held ?? null, { headers: { 'cache-control': 'private, no-store' } });
}
