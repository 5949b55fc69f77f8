import { takeWebhook } from '@/lib/storefront/webhooks';

/** Webhooks of the payment provider. The body is read as it came: a signature is over bytes. */
export async function POST(request: Request): Promise<Response> {
  const taken = await takeWebhook(request.body, request.headers.get('stripe-signature'));
  return Response.json({ received: taken === 'stored' }, { status: taken === 'stored' ? 200 : taken });
}
