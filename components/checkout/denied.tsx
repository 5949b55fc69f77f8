import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ButtonLink } from '../ui/button-link';
import { PlainPage } from '../layout/plain-page';

/**
 * The page for a booking that does not exist or belongs to another browser (the text is the same), or for a
 * mailed `link` that is not valid (any more). An ordinary page, because the page that Next makes for
 * notFound() is empty without JavaScript.
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
