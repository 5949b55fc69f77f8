import { useLocale } from 'next-intl';
import { SiteFrame } from '@/components/layout/site-frame';
import { shopName } from '@/lib/storefront/shop-name';
import { shopLinks } from '@/lib/storefront/shop-texts';
import { Missing } from '@/components/layout/missing';

export default function NotFound() {
  return (
    <SiteFrame shop={shopName()} texts={shopLinks(useLocale())}>
      <Missing />
    </SiteFrame>
  );
}
