import { useLocale, useTranslations } from 'next-intl';
import { Suspense, type ReactNode } from 'react';
import { paths, type ShopText } from '@/lib/locale/paths';
import type { Held } from '@/lib/storefront/shop/basket/held';
import { Link, TextLink } from '../ui/link';
import { HeldBadge, HeldProvider, ReplacingBars, type ReplacingBarsProps } from './held-badge';
import { Leaflet } from './leaflet';
import { OfflineNotice } from './offline-notice';
import { LanguageMenu, LanguageSwitch } from './language-switch';

export interface AboutLink {
  readonly name: ShopText;
  readonly href: string;
}

interface SiteFrameProps {
  shop: string;
  /** The pages about the shop. */
  texts: readonly AboutLink[];
  held?: Held | null | undefined;
  /** Gives up what the next hold would replace. */
  keep?: ReplacingBarsProps['keep'];
  children: ReactNode;
}

/** The line at the top of a page, the page, and the imprint. `shop`: the name of the shop. */
export function SiteFrame({ shop, texts, held, keep, children }: SiteFrameProps) {
  const language = useLocale();
  const t = useTranslations('rebooking');
  return (
    <>
      <HeldProvider held={held} href={paths.held(language)}>
        <SiteHeader shop={shop} />
        {keep === undefined ? null : (
          <ReplacingBars
            label={t('bars')}
            keep={keep}
            kept={{ exchange: t('kept.exchange'), item: t('kept.item') }}
          />
        )}
      </HeldProvider>
      <div className="flex-1">{children}</div>
      <SiteFooter texts={texts} />
    </>
  );
}

function SiteHeader({ shop }: Pick<SiteFrameProps, 'shop'>) {
  const t = useTranslations('shop.site');
  const offline = useTranslations('shop.offline');
  const language = useLocale();
  return (
    <header className="relative top-0 z-20 border-b-2 border-ink bg-paper tall:sticky print:hidden">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-2 px-4 sm:gap-x-4 sm:px-8">
        <Link
          href={paths.home(language)}
          aria-label={t('home', { name: shop })}
          className="flex min-h-14 items-center gap-2 text-lead font-extrabold tracking-tight no-underline"
        >
          <Leaflet className="h-6 w-5" />
          <span className="wrap-anywhere">{shop}</span>
        </Link>
        <div className="flex items-center sm:gap-2">
          <OrdersLink />
          {/* React may send a boundary of a large page as its fallback, which scripts replace. */}
          <Suspense fallback={<LanguageMenu current={language} label={t('otherLanguages')} query="" />}>
            <LanguageSwitch current={language} label={t('otherLanguages')} />
          </Suspense>
          <HeldBadge />
        </div>
      </div>
      {/* At the bottom it would cover the button that the customer is about to press. */}
      <OfflineNotice title={offline('title')} text={offline('text')} />
    </header>
  );
}

/** On a phone a picture of a ticket: there the words have no room beside what is held. */
function OrdersLink() {
  const t = useTranslations('shop.site');
  const language = useLocale();
  return (
    <Link
      href={paths.orders(language)}
      className="inline-flex min-h-target min-w-target items-center justify-center px-1 text-small font-semibold no-underline hover:underline sm:px-2"
    >
      <svg viewBox="0 0 24 24" className="h-6 w-6 fill-none stroke-ink sm:hidden" aria-hidden="true">
        <path d="M2 6h20v4a2 2 0 0 0 0 4v4H2v-4a2 2 0 0 0 0-4Z" strokeWidth="2" />
        <path d="M15 7v10" strokeWidth="2" strokeDasharray="2 2" />
      </svg>
      <span className="max-sm:sr-only">{t('orders')}</span>
    </Link>
  );
}

function SiteFooter({ texts }: Pick<SiteFrameProps, 'texts'>) {
  const t = useTranslations('shop.site');
  const language = useLocale();
  return (
    <footer className="mt-24 border-t-2 border-ink print:hidden">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-16 gap-y-4 px-4 py-8 text-small sm:px-8">
        <p className="max-w-text text-ink-soft">
          {t('prices')} {t('times')}
        </p>
        <nav aria-label={t('footer')} className="flex flex-wrap gap-x-6">
          {texts.map(({ name, href }) => (
            <TextLink key={name} href={href}>
              {t(`about.${name}`)}
            </TextLink>
          ))}
          <TextLink href={paths.orders(language)}>{t('orders')}</TextLink>
        </nav>
      </div>
    </footer>
  );
}
