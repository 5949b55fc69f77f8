import { askReadiness } from '@/lib/runtime/storefront-readiness';

export const dynamic = 'force-dynamic';

/** The storefront can work: 200. 503 names the parts that it needs and that fail. */
export async function GET(): Promise<Response> {
  const readiness = await askReadiness();
  return Response.json(readiness, {
    status: readiness.status === 'ready' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}
