import type { Feed } from '@/lib/contract/feed';
import { type Bilingual, both } from './bilingual';
import { withoutSlash } from '@/lib/network/without-slash';

type FeedImage = NonNullable<Feed['events'][number]['image']>;

/** The catalogue's posters as its feed names them, as `image`. */
export function posterImages<Name extends string>(
  demoUrl: string,
  catalog: string,
  posters: Readonly<Record<Name, Bilingual>>,
): (name: Name) => FeedImage {
  const folder = `${withoutSlash(demoUrl)}/catalogs/${catalog}/images`;
  return (name) => ({
    contentUrl: `${folder}/${name}.svg`,
    width: 1200,
    height: 800,
    alternative: both(posters[name].en, posters[name].fr),
  });
}
