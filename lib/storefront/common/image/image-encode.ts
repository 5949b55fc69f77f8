import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
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

/** Picture libraries can't be interrupted, so a picture that takes too long is ended with the process that draws it. */
async function encode(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await encodeInChild(bytes);
  } catch (error) {
    throw new ImageRefused('it can not be read as a picture', { cause: error });
  }
}

// The process has no settings and no secrets of the shop: it reads one picture, and writes one. Of an SVG every part has
// to be seen: a filter of 300 steps takes minutes, and an entity, an escape or another encoding could hide it.
const script = String.raw`
  import { buffer } from 'node:stream/consumers';
  import sharp from 'sharp';
  const [formats, mostPixels, across, seconds] = JSON.parse(process.argv[1]);
  sharp.concurrency(1);
  sharp.cache(false);
  const bytes = await buffer(process.stdin);
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  // The type is detected from the content; the source's Content-Type is ignored.
  const { format } = await picture.metadata();
  if (!formats.includes(format)) throw new Error('the format ' + format);
  const text = format === 'svg' ? bytes.toString('latin1') : '<svg';
  if (!text.includes('<svg') || /filter|<!entity|\\|\0/i.test(text)) throw new Error('an SVG that is not plain');
  const size = { width: across, height: across, fit: 'inside', withoutEnlargement: true };
  const encoded = await picture.rotate().resize(size).webp({ quality: 80 }).timeout({ seconds }).toBuffer();
  process.stdout.end(encoded);`;

async function encodeInChild(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const rules = JSON.stringify([formats, mostPixels, mostPixelsAcross, mostSeconds]);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, rules], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    timeout: mostSeconds * 1000,
    killSignal: 'SIGKILL',
  });
  // The process may end before it has read everything.
  child.stdin.on('error', () => undefined).end(bytes);
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const [encoded, said, [code, signal]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    ended,
  ]);
  const [reason] = /Error: .{1,200}/.exec(said) ?? [];
  if (code !== 0) throw new Error(signal ?? reason ?? 'no picture');
  return new Uint8Array(encoded);
}
