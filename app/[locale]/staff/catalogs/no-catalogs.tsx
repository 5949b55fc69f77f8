import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { StaffMember } from '@/lib/storefront/common/account/staff-access';
import { StaffFrame } from '../frame';

interface NoCatalogsProps {
  readonly member: StaffMember;
  readonly why: 'away' | 'not_set_up';
}

/** Why there is nothing to show or to change. */
export function NoCatalogs({ member, why }: NoCatalogsProps) {
  const t = useTranslations('catalogAdmin');
  const isAway = why === 'away';
  return (
    <StaffFrame member={member}>
      <h1 className="pt-8 pb-6 text-title">{t('title')}</h1>
      <Notice title={t(isAway ? 'away' : 'notSetUp')}>
        <p>{t(isAway ? 'awayText' : 'notSetUpText')}</p>
      </Notice>
    </StaffFrame>
  );
}
