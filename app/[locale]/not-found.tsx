import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import { Missing } from '@/components/layout/missing';

export default function NotFound() {
  return (
    <>
      <SiteHeader />
      <div className="flex-1">
        <Missing />
      </div>
      <SiteFooter />
    </>
  );
}
