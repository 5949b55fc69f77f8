import type { NextRequest } from 'next/server';
import { loadAvailability, readAvailabilityQuery } from '@/lib/storefront/shop/event/availability';

export const dynamic = 'force-dynamic';

/** The answer is the same for every visitor, so a cache may keep it for a moment. */
export async function GET(request: NextRequest): Promise<Response> {
  const query = readAvailabilityQuery(request.nextUrl.searchParams);
  if (query === null) return Response.json({}, { status: 400 });
  const loaded = await loadAvailability(query);
  switch (loaded.kind) {
    case 'loaded':
      return Response.json(loaded.value, { headers: { 'cache-control': 'public, max-age=2' } });
    case 'missing':
      return Response.json({}, { status: 404 });
    case 'unavailable':
      return Response.json({}, { status: 503, headers: { 'retry-after': '20' } });
  }
}
