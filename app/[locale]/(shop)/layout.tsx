import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/layout/site-frame';
import { getHeldLine } from '@/lib/storefront/shop/basket/held';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { shopLinks } from '@/lib/storefront/common/catalogue/shop-texts';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  const language = await getLocale();
  return (
    <SiteFrame shop={shopName()} texts={shopLinks(language)} held={await getHeldLine(language)}>
      {children}
    </SiteFrame>
  );
}
