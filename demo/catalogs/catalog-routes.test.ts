import { describe, expect, it } from 'vitest';
import { feedSchema } from '@/lib/contract/feed';
import { manualClock } from '@/testing/fakes/clock';
import { catalogRoutes } from './catalog-routes';
import { demoFeeds } from './demo-feeds';
import { sunsetPrice } from './river/sunset-price';

const demoUrl = 'http://localhost:4100';
const clock = manualClock(Date.parse('2026-11-21T12:00:00+01:00'));
const routes = catalogRoutes({ demoUrl, clock });
const feeds = demoFeeds({ today: '2026-11-21', demoUrl });
const pictures = feeds.flatMap(({ catalog, events, products }) =>
  [...events, ...products].map(({ key, name, image }) => ({
    of: `${catalog.key} ${key}`,
    title: name[catalog.language] ?? '',
    image,
  })),
);

const name = '[A-Za-z][\\w:.-]*';
const attribute = `\\s+${name}="[^"<&]*(?:&(?:amp|lt|gt|quot|#\\d+);[^"<&]*)*"`;
const tag = new RegExp(`^<(/?)(${name})((?:${attribute})*)\\s*(/?)>`);
const text = /^(?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)+/;

/** Why a document of elements, attributes and text is not well-formed XML; null if it is. */
function xmlFault(document: string): string | null {
  const open: string[] = [];
  let rest = document;
  while (rest !== '') {
    const found = tag.exec(rest);
    const characters = found === null && open.length > 0 ? text.exec(rest) : null;
    const length = found?.[0].length ?? characters?.[0].length ?? 0;
    if (length === 0) return `unexpected: ${rest.slice(0, 40)}`;
    if (found) {
      const [, closing, element = '', attributes = '', empty] = found;
      const names = [...attributes.matchAll(new RegExp(`\\s(${name})=`, 'g'))].map((match) => match[1]);
      if (new Set(names).size < names.length) return `an attribute twice: ${found[0]}`;
      if (closing === '/' && open.pop() !== element) return `closes what is not open: ${element}`;
      if (closing === '' && empty === '') open.push(element);
    }
    rest = rest.slice(length);
    if (open.length === 0 && rest !== '') return `after the end: ${rest.slice(0, 40)}`;
  }
  return open.length === 0 ? null : `not closed: ${open.join(', ')}`;
}

describe('posters', () => {
  it.each(pictures)('$of has a picture that is served as well-formed SVG', async ({ image }) => {
    const path = image?.contentUrl.slice(`${demoUrl}/catalogs`.length) ?? '';
    const response = await routes.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('cache-control')).toContain('max-age');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const svg = await response.text();
    expect(xmlFault(svg.trimEnd())).toBeNull();
    expect(svg).toContain(`width="${image?.width ?? 0}" height="${image?.height ?? 0}"`);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.length).toBeLessThan(16_000);
  });

  it('have the name of their subject, and three colours', async () => {
    const owners = new Map<string, string[]>();
    for (const { title, image } of pictures) {
      const url = image?.contentUrl ?? '';
      owners.set(url, [...(owners.get(url) ?? []), title]);
    }
    expect(owners.size).toBe(15);
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
  ])('are not told of %s on "%s"', async (product, date) => {
    expect((await ask(product, date)).status).toBe(404);
  });

  it('are fetched only from an address that a feed may name', () => {
    const [, , river] = demoFeeds({ today: '2026-11-21', demoUrl: 'http://demo.test' });
    expect(river?.catalog.priceSource).toBeNull();
  });
});

describe('xmlFault', () => {
  it.each([
    '<a',
    '<a>',
    '<a></b>',
    '<a b="1" b="2"/>',
    '<a>&</a>',
    '<a b=1/>',
    '<a/><b/>',
    'x',
    '<a>]<b</a>',
  ])('finds one in %s', (document) => {
    expect(xmlFault(document)).not.toBeNull();
  });
});
