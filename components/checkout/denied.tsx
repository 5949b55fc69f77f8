import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ButtonLink } from '../ui/button';
import { PlainPage } from './plain-page';

/**
 * A booking that is not this browser's, or none: the same for both. An ordinary page: what Next makes of notFound() in a
 * page is empty without JavaScript.
 */
export function Denied() {
  const t = useTranslations('checkout.denied');
  const language = useLocale();
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.findOrders(language)}>{t('find')}</ButtonLink>
        <ButtonLink href={paths.home(language)} variant="secondary">
          {t('home')}
        </ButtonLink>
      </div>
    </PlainPage>
  );
}
