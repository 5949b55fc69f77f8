import { takeWebhook } from '@/lib/storefront/shop/payment/webhooks';

/** The body is read as text, because the signature covers it exactly. lib/server limits its size. */
export async function POST(request: Request): Promise<Response> {
  const isStored = await takeWebhook(await request.text(), request.headers.get('stripe-signature'));
  return Response.json({ received: isStored }, { status: isStored ? 200 : 400 });
}
