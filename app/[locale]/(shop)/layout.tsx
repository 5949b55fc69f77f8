import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import { getHeld } from '@/lib/storefront/held';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SiteHeader held={await getHeld()} />
      <div className="flex-1">{children}</div>
      <SiteFooter />
    </>
  );
}
