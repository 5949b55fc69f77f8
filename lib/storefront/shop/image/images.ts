import { defaultLanguage } from '../../../locale/languages';
import { getAppContext, type AppContext } from '../../../runtime/app-context';
import { createImageCache, type StoredImage } from './image-cache';
import { encodeImage, ImagesBusy } from './image-encode';
import { fetchImage, ImageRefused } from './image-fetch';
import { load, need, type Loaded } from '../../common/request/load';

let cache: ReturnType<typeof createImageCache> | undefined;

function imageCache({ config, log }: AppContext) {
  cache ??= createImageCache({
    folder: config.images.folder,
    bring: async (address) => encodeImage(await fetchImage(address, config.images)),
    onProblem: (error, problem) =>
      log.warn({ err: error, problem }, 'a picture could not be renewed or kept'),
  });
  return cache;
}

/** As WebP. The shop fetches the picture for the visitor, so that no other host learns of the visit. */
export async function loadImage(
  catalogId: string,
  kind: 'events' | 'products' | 'venues',
  id: string,
  number?: number,
): Promise<Loaded<StoredImage>> {
  // A page has many pictures, whose addresses hardly ever change.
  const call = { language: defaultLanguage, recent: true };
  const picture = await load([catalogId, id], async ({ client: { getEvent, getProduct } }) => {
    if (kind === 'products') return need(await getProduct(catalogId, id, call)).image;
    const { image, images, venue } = need(await getEvent(catalogId, id, call));
    const all = kind === 'events' ? images : venue?.images;
    return number === undefined && kind === 'events' ? image : all?.[number ?? 0];
  });
  if (picture.kind !== 'loaded') return picture;
  if (!picture.value) return { kind: 'missing' };
  const runtime = await getAppContext();
  try {
    return { kind: 'loaded', value: await imageCache(runtime).get(picture.value.contentUrl) };
  } catch (error) {
    // A refused picture is treated as missing; a host that does not answer may answer later.
    runtime.log.warn({ err: error, catalogId, kind, id, number }, 'a picture could not be fetched');
    if (error instanceof ImageRefused) return { kind: 'missing' };
    return { kind: 'unavailable', busy: error instanceof ImagesBusy };
  }
}
