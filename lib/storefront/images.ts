import type { Found } from '../client/result';
import type { Image } from '../contract/values';
import { defaultLanguage } from '../locale/languages';
import { getRuntime } from '../runtime/runtime';
import { fetchImage, ImageRefused, type FetchedImage } from './image-fetch';
import { load, type Loaded } from './load';

export type ImageKind = 'events' | 'products';

/** The picture of an event or a product, fetched for the visitor so that nobody else learns of the visit. */
export async function loadImage(
  catalogId: string,
  kind: ImageKind,
  id: string,
): Promise<Loaded<FetchedImage>> {
  const call = { language: defaultLanguage };
  const image = await load([catalogId, id], async ({ client }): Promise<Found<Image>> => {
    const found =
      kind === 'events'
        ? await client.getEvent(catalogId, id, call)
        : await client.getProduct(catalogId, id, call);
    if (found.kind === 'missing') return found;
    const { image: picture } = found.value;
    return picture === null || picture === undefined
      ? { kind: 'missing' }
      : { kind: 'found', value: picture };
  });
  if (image.kind !== 'loaded') return image;
  const { config, log } = await getRuntime();
  try {
    return { kind: 'loaded', value: await fetchImage(image.value.contentUrl, config.images) };
  } catch (error) {
    // A picture that is refused is missing; a host that does not answer may do so later.
    log.warn({ err: error, catalogId, kind, id }, 'a picture could not be fetched');
    return error instanceof ImageRefused ? { kind: 'missing' } : { kind: 'away', busy: false };
  }
}
