import type { Metadata } from 'next';
import { useLocale } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/layout/site-frame';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { shopLinks } from '@/lib/storefront/common/catalogue/shop-texts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('staff');
  return { title: t('metaTitle'), robots: { index: false, follow: false }, referrer: 'same-origin' };
}

// The layout checks nothing, because it is not rendered again for each page. Every read checks the sign-in.
export default function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame shop={shopName()} texts={shopLinks(useLocale())}>
      {children}
    </SiteFrame>
  );
}
