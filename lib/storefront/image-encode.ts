import { ImageRefused } from './image-fetch';

/** Twice the width of the largest picture on a page. */
const mostPixelsAcross = 1_200;
/** The most pixels of a source picture: 40 million, as of a large camera. */
const mostPixels = 40_000_000;
export const mostSeconds = 10;
/** The formats by sharp's names; `heif` is AVIF's container. */
const formats = ['svg', 'png', 'jpeg', 'webp', 'heif', 'gif'];
/** How many pictures may wait. Each takes up to about 8 MB while it waits. */
const mostWaiting = 20;

/** Too many pictures are requested at once; a later request may succeed. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy';
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Encodes a picture as WebP that fits into 1,200 × 1,200 pixels, without camera data. Every shown picture was
 * encoded here, so scripts in SVG, trailing data, and files that are valid in two formats are not passed on.
 * Pictures are processed one after another, because each may take 100 MB. Throws ImageRefused for what is not
 * a picture or is too large, and ImagesBusy when too many wait.
 */
export function encodeImage(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return inLine(() => encode(bytes));
}

/** Does work on a picture after all work that came before. Rejects with ImagesBusy when as much or more waits as `most`. */
export async function inLine<Result>(work: () => Promise<Result>, most = mostWaiting): Promise<Result> {
  if (waiting >= most) throw new ImagesBusy('too many pictures at once');
  waiting += 1;
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

/** Loaded with the first picture, because it loads a native library. Each picture is drawn by one thread. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function encode(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const across = { width: mostPixelsAcross, height: mostPixelsAcross };
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    // The type is detected from the content; the source's Content-Type is ignored.
    const { format } = await picture.metadata();
    if (!formats.includes(format)) throw new ImageRefused(`the format ${format}`);
    const encoded = await picture
      .rotate()
      .resize({ ...across, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: mostSeconds })
      .toBuffer();
    return new Uint8Array(encoded);
  } catch (error) {
    throw error instanceof ImageRefused
      ? error
      : new ImageRefused('it can not be read as a picture', { cause: error });
  }
}
