import { useLocale, useTranslations } from 'next-intl';
import { PlainPage } from '@/components/checkout/plain-page';
import { ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/locale/paths';

/** Where a mailed link leads that opens nothing (any more). */
export default function LostLinkPage() {
  const t = useTranslations('checkout');
  const language = useLocale();
  return (
    <PlainPage title={t('link.title')} text={<p>{t('link.text')}</p>}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.findOrders(language)}>{t('denied.find')}</ButtonLink>
        <ButtonLink href={paths.home(language)} variant="secondary">
          {t('denied.home')}
        </ButtonLink>
      </div>
    </PlainPage>
  );
}
