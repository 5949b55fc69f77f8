import { ImageRefused } from './image-fetch';

/** Twice the width of the largest place that a page has for a picture. */
const mostPixelsAcross = 1_200;
/** What a picture may have before it is made smaller: 40 million, as of a large camera. */
const mostPixels = 40_000_000;
const mostSeconds = 10;
/** As sharp names them; `heif` is AVIF's container. */
const formats = ['svg', 'png', 'jpeg', 'webp', 'heif', 'gif'];
/** How many may wait. Each takes some 8 MB at most until its turn. */
const mostWaiting = 20;

/** Too much is asked for at once; later it may work. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy';
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * A picture as WebP that fits into 1,200 × 1,200 pixels, without the data that cameras add. What is shown was so made
 * here, whatever the source sent: scripts in SVG, trailing data, or a file that is two formats at once do not get
 * through. One after another, since each may take 100 MB. Throws ImageRefused for what is no picture or too large, and
 * ImagesBusy when too many wait.
 */
export async function encodeImage(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= mostWaiting) throw new ImagesBusy('too many pictures at once');
  waiting += 1;
  const mine = last.then(() => encode(bytes));
  last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

async function encode(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // Only when the first picture comes: it loads a native library.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const across = { width: mostPixelsAcross, height: mostPixelsAcross };
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    // By what it is, not by what its source called it.
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
