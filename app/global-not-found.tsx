import './globals.css';
import type { Metadata } from 'next';
import { hasLocale } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { headers } from 'next/headers';
import { Missing } from '@/components/layout/missing';
import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import { defaultLanguage, languages, type Language } from '@/lib/locale/languages';
import { fontVariables } from './fonts';

/** No route stands behind the address, so its language is asked of the proxy, which has read it. */
async function requestLanguage(): Promise<Language> {
  const asked = (await headers()).get('x-next-intl-locale');
  return hasLocale(languages, asked) ? asked : defaultLanguage;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await requestLanguage(), namespace: 'shop' });
  return {
    title: `${t('missing.title')} · ${t('site.name')}`,
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
  };
}

/** An address that leads nowhere: made whole on the server, so that it says so without scripts too. */
export default async function GlobalNotFound() {
  const language = await requestLanguage();
  // No [locale] segment here for next-intl to read it from; next/root-params would have none either.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  setRequestLocale(language);
  return (
    <html lang={language} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        <SiteHeader />
        <div className="flex-1">
          <Missing />
        </div>
        <SiteFooter />
      </body>
    </html>
  );
}
