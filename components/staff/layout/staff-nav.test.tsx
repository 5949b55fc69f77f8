import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { Need, Permission } from '@/lib/runtime/staff-roles';
import { StaffHeader } from './staff-header';

/** Of what the pages need. */
const allPermissions = [
  'orders:read',
  'reports:read',
  'tickets:admit',
  'sales:make',
  'people:change',
  'audit:read',
] as const satisfies readonly Permission[];

interface Shown {
  readonly permissions: readonly Permission[];
  readonly path?: string;
  readonly tasks?: number | null;
  readonly language?: Language;
}

/** Who works with all catalogues has a permission as such, and by catalogue. */
const needsOf = (permissions: readonly Permission[]): Need[] =>
  permissions.flatMap((one) => [one, `${one} by catalog` as const]);

function bar({ permissions, path = '/en/staff', tasks = null, language = 'en' }: Shown): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="Europe/Rome">
      <PathnameContext.Provider value={path}>
        <SearchParamsContext.Provider value={new URLSearchParams()}>
          <StaffHeader
            shop="Kasse"
            member={{ id: 'id-1', name: 'Ada', permissions: needsOf(permissions), catalogs: 'all' }}
            tasks={tasks}
            search={null}
            signOut={() => Promise.resolve()}
          />
        </SearchParamsContext.Provider>
      </PathnameContext.Provider>
    </NextIntlClientProvider>,
  );
}

/** The link of the bar that is marked on a page, with its mark. */
function marked(path: string): string[] {
  const links = [
    ...bar({ permissions: allPermissions, path }).matchAll(/<a [^>]*aria-current="(\w+)"[^>]*>([^<]*)/g),
  ];
  return links.map(([, mark = '', name = '']) => `${mark}: ${name}`);
}

const groupsOf = (html: string) => [...html.matchAll(/<ul aria-label="([^"]*)"/g)].map(([, name]) => name);

it.each([
  ['/en/staff', ['page: Orders']],
  ['/en/staff/orders/0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d/cancel', ['true: All orders']],
  ['/en/staff/orders', ['page: All orders']],
  ['/en/staff/counter', ['page: Counter']],
  ['/en/staff/counter/sales/0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d', ['true: Counter']],
  ['/en/staff/feeds/0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d', []],
])('the bar of the staff marks the page that is open: %s', (path, expected) => {
  expect(marked(path)).toEqual(expected);
});

it.each(languages)(
  'the bar has four groups of pages, the shop, the person and the clock (%s)',
  (language) => {
    const { groups, signOut } = messages[language].staff;
    const html = bar({ permissions: allPermissions, language });
    expect(groupsOf(html)).toEqual(Object.values(groups));
    for (const text of [`href="/${language}"`, '>Kasse<', '>Ada<', 'Europe/Rome', signOut])
      expect(html).toContain(text);
  },
);

it('the bar has no group of which a role sees no page, and no search for who may not read orders', () => {
  const html = bar({ permissions: ['tickets:admit'] });
  expect(groupsOf(html)).toEqual(['Entrance']);
  expect(html).not.toContain('name="q"');
  expect(bar({ permissions: ['orders:read'] })).toContain('name="q"');
});

it('the number of open tasks stands beside their list, and none if there are none', () => {
  const permissions = ['orders:read'] as const;
  expect(bar({ permissions, tasks: 3 })).toMatch(
    />Orders<span[^>]*><span aria-hidden="true">3<\/span>.*, 3 open tasks/,
  );
  expect(bar({ permissions, tasks: 0 })).not.toContain('open task');
});
