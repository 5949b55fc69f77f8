import { SiteFrame } from '@/components/layout/site-frame';
import { shopName } from '@/lib/storefront/shop-name';
import { Missing } from '@/components/layout/missing';

export default function NotFound() {
  return (
    <SiteFrame shop={shopName()}>
      <Missing />
    </SiteFrame>
  );
}
