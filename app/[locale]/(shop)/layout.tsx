import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/layout/site-frame';
import { getHeldLine } from '@/lib/storefront/held';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  return <SiteFrame held={await getHeldLine(await getLocale())}>{children}</SiteFrame>;
}
