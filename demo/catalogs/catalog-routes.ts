import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { Temporal } from 'temporal-polyfill';
import { daySchema } from '@/lib/contract/values';
import type { Clock } from '@/testing/fakes/clock';
import { demoFeeds } from './demo-feeds';
import { museumKey } from './museum/museum-feed';
import { museumPosters } from './museum/museum-posters';
import { riverKey } from './river/river-feed';
import { riverPosters } from './river/river-posters';
import { sunsetKey, sunsetPrice } from './river/sunset-price';
import { theatreKey } from './theatre/theatre-feed';
import { theatrePosters } from './theatre/theatre-posters';

const posters = new Map<string, object>([
  [museumKey, museumPosters],
  [theatreKey, theatrePosters],
  [riverKey, riverPosters],
]);

/**
 * The issuers' web server, below the address at which this is mounted (`/catalogs`): the posters that their feeds
 * name (`/:catalog/images/:name.svg`), today's feed (`/:catalog/feed.json`), and the current price of the sunset
 * cruise (`/river/prices`, as in docs/feed.md).
 */
export function catalogRoutes(options: { demoUrl: string; clock: Pick<Clock, 'now'> }): Hono {
  const routes = new Hono();
  routes.get('/:catalog/images/:name', async (context) => {
    const { catalog, name } = context.req.param();
    const ofCatalog = posters.get(catalog) ?? {};
    if (!name.endsWith('.svg') || !Object.hasOwn(ofCatalog, name.slice(0, -4))) return context.notFound();
    const poster = await readFile(join('demo/catalogs', catalog, 'posters', name), 'utf8');
    return context.body(poster, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      // A browser can also open a poster as a document: this policy forbids it to load or run anything.
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
  routes.get('/:catalog/feed.json', (context) => {
    const today = Temporal.Now.plainDateISO('Europe/Paris').toString();
    const feeds = demoFeeds({ today, demoUrl: options.demoUrl });
    const feed = feeds.find(({ catalog }) => catalog.key === context.req.param('catalog'));
    return feed ? context.json(feed) : context.notFound();
  });
  routes.get(`/${riverKey}/prices`, (context) => {
    const day = daySchema.safeParse(context.req.query('date'));
    const isSunset = context.req.query('product') === sunsetKey;
    const price = isSunset && day.success ? sunsetPrice(day.data, options.clock.now()) : null;
    return price === null
      ? context.notFound()
      : context.json({ price, originalPrice: null, priceExclTax: null }, 200, {
          'cache-control': 'no-store',
        });
  });
  return routes;
}
