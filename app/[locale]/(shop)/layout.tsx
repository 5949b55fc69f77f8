import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/layout/site-frame';
import { getHeld } from '@/lib/storefront/shop/basket/held';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { shopLinks } from '@/lib/storefront/common/catalogue/shop-texts';
import { keepReplaced } from './actions';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  const language = await getLocale();
  return (
    <SiteFrame
      shop={shopName()}
      texts={shopLinks(language)}
      held={await getHeld(language)}
      keep={keepReplaced}
    >
      {children}
    </SiteFrame>
  );
}
