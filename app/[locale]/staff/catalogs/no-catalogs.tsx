import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import type { StaffMember } from '@/lib/storefront/common/account/staff-access';
import { StaffFrame } from '../frame';

interface NoCatalogsProps {
  readonly member: StaffMember;
  readonly why: 'unavailable' | 'not_set_up';
  /** The page of the bar to which the page belongs. */
  readonly page?: 'catalogs' | 'today' | 'setup';
}

/** Why there is nothing to show or to change. */
export function NoCatalogs({ member, why, page = 'catalogs' }: NoCatalogsProps) {
  const t = useTranslations('catalogAdmin');
  const title = useTranslations('staff')(`nav.${page}`);
  const isUnavailable = why === 'unavailable';
  return (
    <StaffFrame member={member}>
      <PageTitle title={title} />
      <Notice title={t(isUnavailable ? 'unavailable' : 'notSetUp')}>
        <p>{t(isUnavailable ? 'unavailableText' : 'notSetUpText')}</p>
      </Notice>
    </StaffFrame>
  );
}
