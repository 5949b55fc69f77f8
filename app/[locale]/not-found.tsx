import { SiteFrame } from '@/components/layout/site-frame';
import { Missing } from '@/components/layout/missing';

export default function NotFound() {
  return (
    <SiteFrame>
      <Missing />
    </SiteFrame>
  );
}
