import type { Feed } from '@/lib/contract/feed';
import { both } from '../bilingual';
import { posterHeight, posterWidth, type Poster } from './poster';

type FeedImage = NonNullable<Feed['events'][number]['image']>;

/** The catalogue's pictures as its feed names them, by the name of the poster. */
export function posterImages<Name extends string>(
  demoUrl: string,
  catalog: string,
  posters: Readonly<Record<Name, Poster>>,
): (name: Name) => FeedImage {
  const folder = `${demoUrl.replace(/\/+$/, '')}/catalogs/${catalog}/images`;
  return (name) => ({
    contentUrl: `${folder}/${name}.svg`,
    width: posterWidth,
    height: posterHeight,
    alternative: both(posters[name].alternative.en, posters[name].alternative.fr),
  });
}
