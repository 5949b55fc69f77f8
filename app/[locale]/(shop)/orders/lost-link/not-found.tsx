import { useLocale, useTranslations } from 'next-intl';
import { PlainPage } from '@/components/checkout/plain-page';
import { ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/locale/paths';

/** A mailed link that opens nothing (any more). */
export default function LostLink() {
  const t = useTranslations('checkout');
  const language = useLocale();
  return (
    <PlainPage title={t('link.title')} text={<p>{t('link.text')}</p>}>
      <ButtonLink href={paths.home(language)}>{t('denied.home')}</ButtonLink>
    </PlainPage>
  );
}
