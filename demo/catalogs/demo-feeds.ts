import type { Feed } from '@/lib/contract/feed';
import { museumFeed } from './museum/museum-feed';
import type { CatalogOptions } from './common/programme';
import { riverFeed } from './river/river-feed';
import { theatreFeed } from './theatre/theatre-feed';

/**
 * The three issuers of the demonstration, for `today` (YYYY-MM-DD in Europe/Paris) and the 119 days after it. The
 * same day gives the same feeds; the next day's feeds have the same keys for every day that both contain.
 */
export function demoFeeds(options: CatalogOptions): Feed[] {
  return [museumFeed(options), theatreFeed(options), riverFeed(options)];
}
