import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { OrderList } from '@/components/lookup/order-list';
import { listOrders } from '@/lib/storefront/shop/lookup/find-orders';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout.orders');
  return { title: t('title'), robots: { index: false }, referrer: 'no-referrer' };
}

export default async function OrdersPage() {
  return <OrderList orders={await listOrders(await getLocale())} />;
}
