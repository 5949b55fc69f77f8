import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { StaffBar } from './staff-bar';

/** The link of the bar that is marked on a page, with its mark. */
function marked(path: string): string[] {
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <PathnameContext.Provider value={path}>
        <StaffBar
          member={{ id: 'id-1', name: 'Ada', permissions: ['orders:read', 'sales:make', 'reports:read'] }}
          signOut={() => Promise.resolve()}
        />
      </PathnameContext.Provider>
    </NextIntlClientProvider>,
  );
  const links = [...page.matchAll(/<a [^>]*aria-current="(\w+)"[^>]*>([^<]*)/g)];
  return links.map(([, mark = '', name = '']) => `${mark}: ${name}`);
}

it.each([
  ['/en/staff', ['page: Orders']],
  ['/en/staff/orders/0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d/cancel', ['true: Orders']],
  ['/en/staff/counter', ['page: Counter']],
  ['/en/staff/counter/sales/0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d', ['true: Counter']],
  ['/en/staff/feeds/0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d', []],
])('the bar of the staff marks the page that is open: %s', (path, expected) => {
  expect(marked(path)).toEqual(expected);
});
