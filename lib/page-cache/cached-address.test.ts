import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cachedAddress } from './cached-address';

const id = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';
const other = '7d9f3a51-2f0e-4d4e-8f65-5a6b7c8d9e0f';
const event = `/fr/catalogs/${id}/events/${other}`;
const offer = `/fr/catalogs/${id}/offers/${other}`;
const product = `/fr/catalogs/${id}/products/${other}`;

const urlOf = (url: string) => cachedAddress(url, {})?.url ?? null;

describe('a page that is the same for every visitor', () => {
  it.each([
    '/fr',
    '/fr/search',
    `/fr/catalogs/${id}`,
    `/fr/catalogs/${id}/places`,
    event,
    offer,
    product,
    '/fr/orders/find',
    '/fr/about/terms',
  ])('%s', (path) => {
    expect(cachedAddress(path, {})).toMatchObject({ url: path, kind: 'page', language: 'fr' });
  });

  it.each([
    `${event}?date=2026-11-22`,
    `${event}?from=2026-11-20&date=2026-11-22&session=${id}&time=2026-11-22T10%3A00%3A00%2B01%3A00`,
    `${product}?month=2026-11&date=2026-11-22`,
    `${offer}?session=${id}&quantity=2`,
    `${offer}?session=${id}&seats=`,
    `/fr/search?catalog=${id}&day=weekend&category=music&price=10&language=fr&accessibility=quiet&page=2`,
    `/fr/catalogs/${id}?from=2026-11-28&until=2026-12-02`,
    `/fr/catalogs/${id}?day=2026-11-28&tickets=left`,
    `${offer}?price=27.00`,
    `/fr/catalogs/${id}/places?page=2`,
  ])('keeps the parameters that it knows: %s', (url) => {
    expect(urlOf(url)).toBe(url);
  });

  it.each([
    [`/fr?utm_source=a&fbclid=b`, '/fr'],
    [`${event}?a=1&date=2026-11-22&b=${'x'.repeat(1000)}`, `${event}?date=2026-11-22`],
    [`${product}?date=2026-11-22&month=2026-11`, `${product}?month=2026-11&date=2026-11-22`],
    [`${product}?date=2026-11-22&date=2026-11-23`, `${product}?date=2026-11-22`],
    [`${event}?session[]=1&__proto__=2&constructor=3`, event],
    ['/fr/search?price=free&category=x&day=soon&page=0', '/fr/search'],
    ['/fr/search?day=&from=2026-11-28&page=1000000', '/fr/search?from=2026-11-28'],
    ['/fr/search?day=2026-11-28&until=2026-11-30', '/fr/search?from=2026-11-28&until=2026-11-30'],
    [event.replace(id, id.toUpperCase()), event],
    [`${event}?session=${id.toUpperCase()}`, `${event}?session=${id}`],
    [`/fr#part`, '/fr'],
  ])('is the same with what it ignores: %s', (url, canonical) => {
    expect(urlOf(url)).toBe(canonical);
  });

  it.each([
    '/fr/nothing',
    '/fr/catalogs',
    '/fr/catalogs/x',
    `/fr/catalogs/${id}/events`,
    '/fr/a/b/c?d=e',
    `/fr/catalogs/${id}/places/x`,
  ])('is one “not found” page for each address that no page has: %s', (url) => {
    expect(urlOf(url)).toBe('/fr/missing');
  });

  it('is every page of the shop that is not made for one visitor', () => {
    const files = readdirSync('app/[locale]', { recursive: true, encoding: 'utf8' });
    const sample = { locale: 'fr', catalogId: id, checkoutId: id, text: 'terms' } as Record<string, string>;
    const pages = files.filter((file) => file.endsWith('page.tsx'));
    const addresses = pages.map((file) =>
      `/[locale]/${file}`
        .replace(/\/page\.tsx$/, '')
        .replaceAll(/\/\([^)]*\)/g, '')
        .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => sample[name] ?? other),
    );
    expect(addresses.length).toBeGreaterThan(9);
    expect(addresses.filter((address) => urlOf(address) === '/fr/missing')).toEqual([]);
    expect(addresses.filter((address) => urlOf(address) === null).sort()).toEqual([
      `/fr/checkout/${id}`,
      '/fr/orders',
      `/fr/orders/${id}`,
      `/fr/orders/${id}/cancel`,
      `/fr/orders/${id}/rebook`,
      '/fr/orders/find/code',
      '/fr/orders/lost-link',
      '/fr/staff',
      `/fr/staff/${other}`,
      '/fr/staff/audit',
      '/fr/staff/catalogs',
      `/fr/staff/catalogs/${id}`,
      `/fr/staff/catalogs/${id}/change`,
      `/fr/staff/catalogs/${id}/events/${other}`,
      `/fr/staff/catalogs/${id}/vouchers`,
      `/fr/staff/catalogs/${id}/vouchers/${other}`,
      `/fr/staff/catalogs/${id}/vouchers/batches`,
      `/fr/staff/catalogs/${id}/vouchers/batches/${other}`,
      '/fr/staff/closing',
      '/fr/staff/closing/shifts',
      `/fr/staff/closing/shifts/${other}`,
      '/fr/staff/counter',
      `/fr/staff/counter/${id}/${other}`,
      `/fr/staff/counter/sales/${id}`,
      '/fr/staff/counter/shift',
      '/fr/staff/door',
      '/fr/staff/events',
      `/fr/staff/events/${other}`,
      '/fr/staff/events/new',
      `/fr/staff/feeds/${other}`,
      `/fr/staff/guest-lists/${other}`,
      `/fr/staff/join/${other}`,
      `/fr/staff/messages/${other}`,
      '/fr/staff/not-done',
      '/fr/staff/orders',
      `/fr/staff/orders/${id}`,
      `/fr/staff/orders/${id}/cancel`,
      `/fr/staff/orders/${id}/rebook`,
      `/fr/staff/orders/${id}/tickets/${other}`,
      '/fr/staff/personal-data',
      '/fr/staff/reports',
      '/fr/staff/setup',
      `/fr/staff/setup/${id}`,
      ...['details', 'event', 'import', 'place', 'preview', 'prices', 'season', 'series'].map(
        (name) => `/fr/staff/setup/${id}/${name}`,
      ),
      ...['sessions', 'tariff', 'translations'].map((name) => `/fr/staff/setup/${id}/${name}`),
      '/fr/staff/setup/new',
      '/fr/staff/sign-in',
      '/fr/staff/team',
      '/fr/staff/today',
      `/fr/staff/today/${id}/${other}/${other}`,
      `/fr/staff/today/${id}/${other}/${other}/guests`,
      `/fr/staff/today/${id}/${other}/${other}/message`,
      '/fr/staff/waiting-lists',
      `/fr/staff/waiting-lists/${other}`,
      '/fr/staff/waiting-room',
      `/fr/tickets/${other}`,
      `/fr/waiting-list/${other}`,
    ]);
  });
});

describe('a page that is not cached', () => {
  it.each([
    `${event}?date=yesterday`,
    `${event}?date=2026-02-30`,
    `${event}?session=1`,
    `${event}?time=10`,
    `${product}?month=2026-13`,
    `${offer}?quantity=0`,
    `${offer}?quantity=999`,
    `${offer}?price=1`,
    `${offer}?price=100000000.00`,
    `${offer}?problem=SOLD_OUT`,
    `${offer}?waiting=joined`,
    `${offer}?session.${id}=${other}`,
    `${offer}?quantity.${id}=2`,
    `/fr/catalogs/${id}/places?from=51.5,-0.12`,
    `/fr/catalogs/${id}/places?page=0`,
    '/fr/search?day=tomorrow&from=2026-11-28',
    '/fr/search?from=2026-11-28&until=2026-11-27',
    '/fr/orders/find?problem=ended',
    `/fr/checkout/${id}`,
    '/fr/orders',
    `/fr/orders/link/secret`,
    '/fr/staff?q=a',
    '/fr/',
    `/fr/catalogs/${id}/`,
    '/xx',
    '/',
    '/api/held?language=fr',
    '/api/auth/sign-in',
    '/readyz',
    '/_next/static/chunks/a.js',
    '/fr?_rsc=abcde',
    `/fr/orders/link/../../catalogs/${id}`,
    `/fr/orders/%2e%2e/catalogs/${id}`,
    '/fr/./orders/find',
  ])('%s', (url) => {
    expect(cachedAddress(url, {})).toBeNull();
  });
});

describe('a navigation of Next’s client', () => {
  const headers = {
    rsc: '1',
    'next-router-state-tree': '%5B%22%22%5D',
    'next-url': '/fr',
    cookie: 'guest=a',
  };

  it('is cached by the headers that Next names, and by nothing else', () => {
    const address = cachedAddress('/fr?_rsc=abcde&utm=1', { ...headers, accept: '*/*' });
    expect(address).toMatchObject({
      kind: 'navigation',
      url: '/fr?_rsc=abcde',
      language: 'fr',
      headers: { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D', 'next-url': '/fr' },
    });
    expect(address?.headers).not.toHaveProperty('cookie');
    const elsewhere = cachedAddress('/fr?_rsc=abcde', { ...headers, 'next-url': '/fr/orders/find' });
    expect(elsewhere?.key).not.toBe(address?.key);
    expect(cachedAddress('/fr?_rsc=abcdf', headers)?.key).not.toBe(address?.key);
  });

  it('is not cached with too long headers, or without their hash', () => {
    expect(cachedAddress('/fr?_rsc=a', { ...headers, 'next-url': 'x'.repeat(5_000) })).toBeNull();
    expect(cachedAddress(`/fr?_rsc=${'a'.repeat(21)}`, headers)).toBeNull();
    expect(cachedAddress('/fr', headers)).toBeNull();
    for (const rsc of ['0', '', 'x'.repeat(100)]) {
      expect(cachedAddress('/fr?_rsc=a', { ...headers, rsc })).toBeNull();
    }
  });

  it('to an address that no page has is left to Next', () => {
    expect(cachedAddress('/fr/nothing?_rsc=a', headers)).toBeNull();
  });
});

describe('the availability', () => {
  const query = `language=fr&catalog=${id}&event=${other}&day=2026-11-22`;

  it('is cached by its parameters in one order', () => {
    const first = cachedAddress(`/api/availability?${query}`, {});
    const again = cachedAddress(`/api/availability?day=2026-11-22&x=1&${query}`, {});
    expect(first).toMatchObject({ kind: 'data', language: 'fr' });
    expect(again?.key).toBe(first?.key);
  });

  it.each(['', '?language=xx', `?language=fr&catalog=1`, `?${query}&time=soon`])(
    'is not cached with wrong parameters: %s',
    (search) => {
      expect(cachedAddress(`/api/availability${search}`, {})).toBeNull();
    },
  );
});
