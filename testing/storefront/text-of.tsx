import { NextIntlClientProvider } from 'next-intl';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
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

/** A page in English. */
export function htmlOf(page: ReactNode): string {
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
        {page}
      </NextIntlClientProvider>
    </AppRouterContext>,
  );
}

/** The words of a page in English. */
export function textOf(page: ReactNode): string {
  return htmlOf(page)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
}
