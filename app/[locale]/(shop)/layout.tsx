import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/layout/site-frame';
import { getHeld } from '@/lib/storefront/checkout';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  return <SiteFrame held={await getHeld()}>{children}</SiteFrame>;
}
