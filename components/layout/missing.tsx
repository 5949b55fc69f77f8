import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ButtonLink } from '../ui/button-link';
import { PageFrame } from './page-frame';

export function Missing() {
  const t = useTranslations('shop.missing');
  const language = useLocale();
  return (
    <PageFrame>
      <div className="py-16 sm:py-24">
        <h1 className="max-w-[14ch] text-title">{t('title')}</h1>
        <p className="max-w-text py-6 font-serif text-lead">{t('text')}</p>
        <ButtonLink href={paths.home(language)}>{t('home')}</ButtonLink>
      </div>
    </PageFrame>
  );
}
