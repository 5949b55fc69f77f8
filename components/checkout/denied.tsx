import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ButtonLink } from '../ui/button';
import { PlainPage } from './plain-page';

/**
 * Leads nowhere: a booking that is not this browser's, or none, the same for both; or a mailed `link` that opens nothing
 * (any more). An ordinary page: what Next makes of notFound() in a page is empty without JavaScript.
 */
export function Denied({ of = 'denied' }: { of?: 'denied' | 'link' }) {
  const t = useTranslations('checkout');
  const language = useLocale();
  return (
    <PlainPage title={t(`${of}.title`)} text={<p>{t(`${of}.text`)}</p>}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.findOrders(language)}>{t('denied.find')}</ButtonLink>
        <ButtonLink href={paths.home(language)} variant="secondary">
          {t('denied.home')}
        </ButtonLink>
      </div>
    </PlainPage>
  );
}
