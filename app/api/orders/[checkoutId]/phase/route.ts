import { getOrderPhase } from '@/lib/storefront/common/order/orders';

export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/orders/[checkoutId]/phase'>,
): Promise<Response> {
  const phase = await getOrderPhase((await params).checkoutId);
  const status = phase === 'denied' ? 404 : 200;
  return Response.json({ phase }, { status, headers: { 'cache-control': 'private, no-store' } });
}
