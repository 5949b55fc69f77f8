import { getHeld } from '@/lib/storefront/shop/basket/held';
import { languageOfAddress } from '@/lib/storefront/common/request/parameters';

export const dynamic = 'force-dynamic';

/** What this browser holds and exchanges, for pages that are the same for every visitor. */
export async function GET(request: Request): Promise<Response> {
  const held = await getHeld(languageOfAddress(request));
  return Response.json(held ?? null, { headers: { 'cache-control': 'private, no-store' } });
}
