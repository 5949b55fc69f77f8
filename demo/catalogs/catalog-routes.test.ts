import { describe, expect, it } from 'vitest';
import { feedSchema } from '@/lib/contract/feed';
import { manualClock } from '@/testing/fakes/clock';
import { xmlError } from '@/testing/xml-error';
import { catalogRoutes } from './catalog-routes';
import { demoFeeds } from './demo-feeds';
import { sunsetPrice } from './river/sunset-price';

const demoUrl = 'http://localhost:4100';
const clock = manualClock(Date.parse('2026-11-21T12:00:00+01:00'));
const routes = catalogRoutes({ demoUrl, clock });
const feeds = demoFeeds({ today: '2026-11-21', demoUrl });
const posters = feeds.flatMap(({ catalog, events, products }) =>
  [...events, ...products].map(({ key, name, image }) => ({
    of: `${catalog.key} ${key}`,
    title: name[catalog.language] ?? '',
    image,
  })),
);

describe('posters', () => {
  it.each(posters)('$of has a poster that is served as well-formed SVG', async ({ image }) => {
    const path = image?.contentUrl.slice(`${demoUrl}/catalogs`.length) ?? '';
    const response = await routes.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('cache-control')).toContain('max-age');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const svg = await response.text();
    expect(xmlError(svg.trimEnd())).toBeNull();
    expect(svg).toContain(`width="${image?.width ?? 0}" height="${image?.height ?? 0}"`);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.length).toBeLessThan(16_000);
    // A square of it cuts nothing that has to be read.
    expect(svg).not.toContain('<text');
  });

  it("an SVG poster has its event's name as title, and uses exactly three colours", async () => {
    const owners = new Map<string, string[]>();
    for (const { title, image } of posters) {
      const url = image?.contentUrl ?? '';
      owners.set(url, [...(owners.get(url) ?? []), title]);
    }
    expect(owners.size).toBe(17);
    for (const [url, titles] of owners) {
      const svg = await (await routes.request(url.slice(`${demoUrl}/catalogs`.length))).text();
      expect(titles).toContain(/<title>(.*)<\/title>/.exec(svg)?.[1]);
      expect(new Set(svg.match(/#[0-9a-f]{6}/g)).size).toBe(3);
    }
  });

  it.each([
    '/museum/images/nothing.svg',
    '/museum/images/collections',
    '/museum/images/constructor.svg',
    '/__proto__/images/collections.svg',
    '/theatre/images/collections.svg',
    '/museum/images/..%2fcollections.svg',
    '/nowhere/feed.json',
  ])('%s is not found', async (path) => {
    expect((await routes.request(path)).status).toBe(404);
  });
});

describe('feeds', () => {
  it.each(['museum', 'theatre', 'river'])('%s is served for today', async (key) => {
    const response = await routes.request(`/${key}/feed.json`);
    const feed = feedSchema.parse(await response.json());
    expect(feed.catalog.key).toBe(key);
  });
});

describe('prices', () => {
  const source = feeds.find(({ catalog }) => catalog.key === 'river')?.catalog.priceSource?.url ?? '';

  async function ask(product: string, date: string) {
    const query = new URLSearchParams({ product, date, offer: `${product}/${date}` }).toString();
    return routes.request(`${source.slice(`${demoUrl}/catalogs`.length)}?${query}`);
  }

  it('are served at the address in the feed, and change', async () => {
    const first = await ask('sunset', '2026-11-22');
    expect(first.status).toBe(200);
    const body: unknown = await first.json();
    expect(body).toEqual({
      price: sunsetPrice('2026-11-22', clock.now()),
      originalPrice: null,
      priceExclTax: null,
    });
    clock.advance(60_000);
    expect(await (await ask('sunset', '2026-11-22')).json()).not.toEqual(body);
  });

  it.each([
    ['loop-adult', '2026-11-22'],
    ['sunset', '2026-11-20'],
    ['sunset', '2026-02-30'],
    ['sunset', ''],
  ])('GET prices for %s on "%s" is 404', async (product, date) => {
    expect((await ask(product, date)).status).toBe(404);
  });

  it('a demo at http:// on another host has no price source', () => {
    const [, , river] = demoFeeds({ today: '2026-11-21', demoUrl: 'http://demo.test' });
    expect(river?.catalog.priceSource).toBeNull();
  });
});
