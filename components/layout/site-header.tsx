import { useLocale, useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { paths } from '@/lib/locale/paths';
import { Link } from '../ui/link';
import { HoldLink } from './hold-link';
import { LanguageSwitch } from './language-switch';
import { Wordmark } from './wordmark';

export interface Held {
  readonly checkoutId: string;
  readonly itemCount: number;
  readonly secondsLeft: number;
}

/** The thin line on top of every page. */
export function SiteHeader({ held }: { held?: Held | null }) {
  const t = useTranslations('shop.site');
  const language = useLocale();
  return (
    <header className="sticky top-0 z-20 border-b-2 border-ink bg-paper">
      <div className="mx-auto flex max-w-content items-center justify-between gap-2 px-4 sm:gap-4 sm:px-8">
        <Link
          href={paths.home(language)}
          aria-label={t('home')}
          className="flex min-h-14 items-center gap-2 text-lead font-extrabold tracking-tight no-underline"
        >
          <Wordmark name={t('name')} />
        </Link>
        <div className="flex items-center gap-1 sm:gap-2">
          <Suspense>
            <LanguageSwitch current={language} label={t('otherLanguages')} />
          </Suspense>
          {held === undefined || held === null ? null : (
            <HoldLink
              key={`${held.checkoutId} ${held.secondsLeft}`}
              href={paths.checkout(language, held.checkoutId)}
              secondsLeft={held.secondsLeft}
              label={t('held', { count: held.itemCount })}
              shortLabel={t('heldShort')}
              endedLabel={t('heldEnded')}
            />
          )}
        </div>
      </div>
    </header>
  );
}
