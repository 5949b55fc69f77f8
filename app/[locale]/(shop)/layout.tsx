import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/layout/site-frame';
import { getHeldLine } from '@/lib/storefront/held';
import { shopName } from '@/lib/storefront/shop-name';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame shop={shopName()} held={await getHeldLine(await getLocale())}>
      {children}
    </SiteFrame>
  );
}
