import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ButtonLink } from '../ui/button';
import { PlainPage } from './plain-page';

/** A booking that is not this browser's, or none: the same for both. */
export function Denied() {
  const t = useTranslations('checkout.denied');
  const language = useLocale();
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      <ButtonLink href={paths.home(language)}>{t('home')}</ButtonLink>
    </PlainPage>
  );
}
