import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { PageFrame } from '../../layout/page-frame';
import { ButtonLink } from '../../ui/button-link';

/** An address of the staff that leads nowhere: in words for those who work here. */
export function StaffMissing() {
  const t = useTranslations('staff.missing');
  return (
    <PageFrame accent="cobalt">
      <div className="max-w-text py-10">
        <h1 className="pb-4 text-title">{t('title')}</h1>
        <p className="pb-6">{t('text')}</p>
        <ButtonLink href={paths.staff(useLocale())}>{t('home')}</ButtonLink>
      </div>
    </PageFrame>
  );
}
