import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { buttonClass } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { PageFrame } from './page-frame';

/** `retryHref` is the page that could not be shown. */
export function ServiceUnavailable({ busy, retryHref }: { busy: boolean; retryHref: string }) {
  const t = useTranslations('shop.unavailable');
  const language = useLocale();
  return (
    <PageFrame>
      <div className="py-16 sm:py-24">
        <h1 className="max-w-[14ch] text-title">{t('title')}</h1>
        <p className="max-w-text py-6 font-serif text-lead">{t(busy ? 'busyText' : 'text')}</p>
        <div className="flex flex-wrap gap-4">
          {/* A plain link: the page is requested again, whatever the browser has cached of it. */}
          <a href={retryHref} className={buttonClass('primary')}>
            {t('retry')}
          </a>
          <ButtonLink variant="secondary" href={paths.home(language)}>
            {t('home')}
          </ButtonLink>
        </div>
      </div>
    </PageFrame>
  );
}
