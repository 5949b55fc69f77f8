import { describe, expect, it } from 'vitest';
import { pageOf, pagesForEach } from '@/testing/server/pages';

const test = pagesForEach();

describe('an address without a language', () => {
  it.each([
    ['/', '/de'],
    ['/?a=b', '/de?a=b'],
    ['/catalogs/1?a=b', '/de/catalogs/1?a=b'],
    ['//evil.example', '/de//evil.example'],
    ['/xx', '/de/xx'],
    ['/french', '/de/french'],
  ])('%s leads to %s', async (path, location) => {
    const { call, asked } = await test.open(pageOf('Hello'));
    const answer = await call(path, { headers: { 'accept-language': 'de-CH, en;q=0.5' } });
    expect(answer).toMatchObject({ status: 307, headers: { location, vary: 'Accept-Language' } });
    expect(asked).toEqual([]);
  });

  it.each([
    '/api/held',
    '/_next/static/a.js',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemaps/1.xml',
    '/icon.svg',
    '/order-worker.js',
    '/door-worker.js',
    '/readyz',
  ])('%s is left to Next', async (path) => {
    const { call, asked } = await test.open(pageOf('Hello'));
    expect((await call(path)).status).toBe(200);
    expect(asked).toEqual([path]);
  });
});
