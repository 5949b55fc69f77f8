import { z } from 'zod';
import { mostImages, type Feed } from '@/lib/contract/feed';
import { mostOfLink, mostOfName } from '@/lib/contract/feed-text';
import { isNode, type DocumentPart } from './schema-org-part';
import { filled, quantity, readLine, readTexts, type Texts } from './schema-org-values';

const pixelsSchema = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,5}(?: ?px)?$/)
    .transform((text) => Number.parseInt(text, 10)),
]);
const webAddressSchema = z.url({ protocol: /^https?$/ }).max(mostOfLink);

type FeedEvent = Feed['events'][number];
type FeedImages = NonNullable<FeedEvent['images']>;

/**
 * The size of a picture whose document does not say it. The shop shows all pictures in a frame of this shape and cuts
 * what is outside, so a wrong size moves nothing on its pages.
 */
const usualSize = { width: 1200, height: 800 };

/**
 * The pictures of an event or a place: addresses, or ImageObjects with `contentUrl` or `url`. The first one with its size
 * comes first. `name` describes those without a caption.
 */
export function readImages(part: DocumentPart, name: Texts): FeedImages {
  const found: { image: DocumentPart; contentUrl: string; size: typeof usualSize | null }[] = [];
  for (const image of part.items()) {
    const addresses = isNode(image.single().value) ? [image.at('contentUrl'), image.at('url')] : [image];
    const address = addresses
      .map((written) => webAddressSchema.safeParse(written.single().value))
      .find((result) => result.success);
    if (!address) image.warn('Left out: an address that begins with https:// or http:// is needed.');
    else if (found.length === mostImages) image.warn(`Left out: there are more than ${mostImages} pictures.`);
    else found.push({ image, contentUrl: address.data, size: parseSize(image) });
  }
  const main = found.find(({ size }) => size !== null) ?? found[0];
  const sorted = main === undefined ? [] : [main, ...found.filter((other) => other !== main)];
  return sorted.map(({ image, contentUrl, size }) => {
    if (size === null)
      image.warn('Guessed: its width or height in pixels is missing; 1200 × 800 are assumed.');
    const alternative = filled(readTexts(image.at('caption'), mostOfName)) ?? name;
    const credit = isNode(image.single().value) ? readLine(image.at('creditText')) : null;
    return { contentUrl, ...(size ?? usualSize), alternative, credit: credit === '' ? null : credit };
  });
}

/** The pictures of an event as its feed has them: one alone is `image`, unless somebody has to be named beside it. */
export function picturesOf(images: FeedImages): Pick<FeedEvent, 'image' | 'images'> {
  const [first] = images;
  if (first === undefined) return { image: null };
  const { credit, ...image } = first;
  return images.length === 1 && !credit ? { image } : { image, images };
}

function parseSize(image: DocumentPart): typeof usualSize | null {
  const width = pixelsSchema.safeParse(quantity(image.at('width')));
  const height = pixelsSchema.safeParse(quantity(image.at('height')));
  return width.success && height.success ? { width: width.data, height: height.data } : null;
}
