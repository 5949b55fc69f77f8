import type { AppContext } from '../../../runtime/app-context';
import type { Loaded } from '../request/load';
import { createImageCache, type StoredImage } from './image-cache';
import { encodeImage, ImagesBusy, loadSharp } from './image-encode';
import { fetchImage, ImageRefused } from './image-fetch';

export interface PictureContext {
  readonly config: Pick<AppContext['config'], 'images'>;
  readonly log: Pick<AppContext['log'], 'warn'>;
}

let cache: ReturnType<typeof createImageCache> | undefined;

function imageCache({ config, log }: PictureContext) {
  cache ??= createImageCache({
    folder: config.images.folder,
    bring: async (address) => encodeImage(await fetchImage(address, config.images)),
    onProblem: (error, problem) =>
      log.warn({ err: error, problem }, 'a picture could not be renewed or kept'),
  });
  return cache;
}

/** The picture at an address, as WebP of at most 1,200 × 1,200 pixels. `about` names it in the log. */
export async function loadPicture(
  context: PictureContext,
  address: string,
  about: object,
): Promise<Loaded<StoredImage>> {
  try {
    return { kind: 'loaded', value: await imageCache(context).get(address) };
  } catch (error) {
    // A refused picture is treated as missing; a host that does not answer may answer later.
    context.log.warn({ err: error, ...about }, 'a picture could not be fetched');
    if (error instanceof ImageRefused) return { kind: 'missing' };
    return { kind: 'unavailable', busy: error instanceof ImagesBusy };
  }
}

/** The size in pixels of a picture that was encoded here. */
export async function sizeOf({ bytes }: StoredImage): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}
