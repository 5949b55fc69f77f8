import { NextIntlClientProvider } from 'next-intl';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';

const nothing = () => undefined;
const router = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
  bfcacheId: '0',
};

/** A page, in English unless another language is given. */
export function htmlOf(page: ReactNode, language: Language = 'en'): string {
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
        {page}
      </NextIntlClientProvider>
    </AppRouterContext>,
  );
}

/** The words of a page. */
export function textOf(page: ReactNode, language: Language = 'en'): string {
  return htmlOf(page, language)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
}
