import { Hono } from 'hono';
import { Temporal } from 'temporal-polyfill';
import { daySchema } from '@/lib/contract/values';
import type { Clock } from '../clock';
import { demoFeeds } from './demo-feeds';
import { museumKey } from './museum/museum-feed';
import { museumPosters } from './museum/museum-posters';
import { renderPoster, type Poster } from './posters/poster';
import { riverKey } from './river/river-feed';
import { riverPosters } from './river/river-posters';
import { sunsetKey, sunsetPrice } from './river/sunset-price';
import { theatreKey } from './theatre/theatre-feed';
import { theatrePosters } from './theatre/theatre-posters';

const posters = new Map<string, ReadonlyMap<string, Poster>>([
  [museumKey, new Map(Object.entries(museumPosters))],
  [theatreKey, new Map(Object.entries(theatrePosters))],
  [riverKey, new Map(Object.entries(riverPosters))],
]);

/**
 * What the issuers publish, below the address at which this is mounted (`/catalogs`): the posters that their feeds
 * name (`/:catalog/images/:name.svg`), the feed of today (`/:catalog/feed.json`), and what the sunset cruise costs at
 * the moment (`/river/prices`, as docs/feed.md has it).
 */
export function catalogRoutes(options: { demoUrl: string; clock: Pick<Clock, 'now'> }): Hono {
  const routes = new Hono();
  routes.get('/:catalog/images/:name', (context) => {
    const name = /^(.+)\.svg$/.exec(context.req.param('name'))?.[1] ?? '';
    const poster = posters.get(context.req.param('catalog'))?.get(name);
    if (!poster) return context.notFound();
    return context.body(renderPoster(poster), 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      // Opened by itself, a picture is a document too: one that may load and run nothing.
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
