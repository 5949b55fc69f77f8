import { useTranslations } from 'next-intl';
import { notFound } from 'next/navigation';
import { Notice } from '@/components/ui/notice';
import type { StaffMember } from '@/lib/storefront/staff-access';
import { StaffFrame } from '../frame';

interface NoCatalogsProps {
  readonly member: StaffMember;
  readonly why: 'missing' | 'away' | 'not_set_up';
}

/** Why there is nothing to show or to change. */
export function NoCatalogs({ member, why }: NoCatalogsProps) {
  const t = useTranslations('catalogAdmin');
  if (why === 'missing') notFound();
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
