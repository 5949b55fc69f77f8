import '../globals.css';
import type { Metadata, Viewport } from 'next';
import { hasLocale } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { ClientNavigation } from '@/components/layout/client-navigation';
import { FocusOnNavigation } from '@/components/layout/focus-on-navigation';
import { RenewOutdated } from '@/components/layout/renew-outdated';
import { languages } from '@/lib/locale/languages';
import { shopAddress } from '@/lib/storefront/shop/catalogue/page-addresses';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { fontVariables } from '../fonts';

// Every page has a nonce of its own, so no page is prerendered.
export const dynamic = 'force-dynamic';

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf6ec' },
    { media: '(prefers-color-scheme: dark)', color: '#17120f' },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shop.site');
  const name = shopName();
  return {
    metadataBase: await shopAddress(),
    title: { default: name, template: `%s · ${name}` },
    description: t('description'),
    applicationName: name,
    openGraph: { siteName: name, type: 'website' },
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
  };
}

interface LanguageLayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

export default async function LanguageLayout({ children, params }: LanguageLayoutProps) {
  const { locale } = await params;
  if (!hasLocale(languages, locale)) notFound();
  const t = await getTranslations('shop.site');
  return (
    <html lang={locale} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-30 bg-ink px-4 py-3 font-bold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t('skip')}
        </a>
        <ClientNavigation />
        <FocusOnNavigation />
        <RenewOutdated />
        {children}
      </body>
    </html>
  );
}
