import { checkReadiness } from '@/lib/storefront/readiness';

export const dynamic = 'force-dynamic';

/** The shop can sell: everything that it needs answers. 503 names what does not. */
export async function GET(): Promise<Response> {
  const readiness = await checkReadiness();
  return Response.json(readiness, {
    status: readiness.status === 'ready' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}
