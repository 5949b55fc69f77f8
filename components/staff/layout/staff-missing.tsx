import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ButtonLink } from '../../ui/button-link';
import { PageTitle } from '../ui/page-title';

/** An address of the staff that leads nowhere: in words for those who work here. */
export function StaffMissing() {
  const t = useTranslations('staff.missing');
  return (
    <div className="max-w-text py-6">
      <PageTitle title={t('title')} />
      <p className="pb-6">{t('text')}</p>
      <ButtonLink href={paths.staff(useLocale())}>{t('home')}</ButtonLink>
    </div>
  );
}
