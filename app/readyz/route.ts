import { checkReadiness } from '@/lib/storefront/shop/payment/readiness';

export const dynamic = 'force-dynamic';

/** The shop can sell: all its dependencies answer. 503 names those that do not. */
export async function GET(): Promise<Response> {
  const readiness = await checkReadiness();
  return Response.json(readiness, {
    status: readiness.status === 'ready' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}
