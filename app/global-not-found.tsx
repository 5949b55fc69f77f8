import './globals.css';
import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { headers } from 'next/headers';
import { Missing } from '@/components/layout/missing';
import { SiteFrame } from '@/components/layout/site-frame';
import { supportedLanguage, type Language } from '@/lib/locale/languages';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { shopLinks } from '@/lib/storefront/common/catalogue/shop-texts';
import { fontVariables } from './fonts';

/** The URL matches no route, so its language comes from a header of the proxy. */
async function requestLanguage(): Promise<Language> {
  return supportedLanguage((await headers()).get('x-next-intl-locale'));
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await requestLanguage(), namespace: 'shop' });
  return {
    title: `${t('missing.title')} · ${shopName()}`,
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
  };
}

/** Rendered completely on the server, so that it works without scripts. */
export default async function GlobalNotFound() {
  const language = await requestLanguage();
  // Deprecated, but there is no [locale] segment from which next-intl or next/root-params could read the language.
  // oxlint-disable-next-line typescript/no-deprecated
  setRequestLocale(language);
  return (
    <html lang={language} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        <SiteFrame shop={shopName()} texts={shopLinks(language)}>
          <Missing />
        </SiteFrame>
      </body>
    </html>
  );
}
