import type { Found } from '../client/result';
import type { Image } from '../contract/values';
import { defaultLanguage } from '../locale/languages';
import { getRuntime, type Runtime } from '../runtime/runtime';
import { createImageCache, type ImageCache, type StoredImage } from './image-cache';
import { encodeImage, ImagesBusy } from './image-encode';
import { fetchImage, ImageRefused } from './image-fetch';
import { load, type Loaded } from './load';

export type ImageKind = 'events' | 'products';

let cache: ImageCache | undefined;

function imageCache({ config, log }: Runtime): ImageCache {
  cache ??= createImageCache({
    folder: config.images.folder,
    bring: async (address) => encodeImage(await fetchImage(address, config.images)),
    onProblem: (error, problem) =>
      log.warn({ err: error, problem }, 'a picture could not be renewed or kept'),
  });
  return cache;
}

/** The picture of an event or a product, as WebP, fetched for the visitor so that no other host learns of the visit. */
export async function loadImage(
  catalogId: string,
  kind: ImageKind,
  id: string,
): Promise<Loaded<StoredImage>> {
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
  const runtime = await getRuntime();
  try {
    return { kind: 'loaded', value: await imageCache(runtime).get(image.value.contentUrl) };
  } catch (error) {
    // A picture that is refused is missing; a host that does not answer may do so later.
    runtime.log.warn({ err: error, catalogId, kind, id }, 'a picture could not be fetched');
    if (error instanceof ImageRefused) return { kind: 'missing' };
    return { kind: 'away', busy: error instanceof ImagesBusy };
  }
}
