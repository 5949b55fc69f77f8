import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import type { StaffMember } from '@/lib/storefront/common/account/staff-access';
import { StaffFrame } from '../frame';

interface NoCatalogsProps {
  readonly member: StaffMember;
  readonly why: 'unavailable' | 'not_set_up';
}

/** Why there is nothing to show or to change. */
export function NoCatalogs({ member, why }: NoCatalogsProps) {
  const t = useTranslations('catalogAdmin');
  const isUnavailable = why === 'unavailable';
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <Notice title={t(isUnavailable ? 'unavailable' : 'notSetUp')}>
        <p>{t(isUnavailable ? 'unavailableText' : 'notSetUpText')}</p>
      </Notice>
    </StaffFrame>
  );
}
