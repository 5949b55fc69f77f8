import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeImage, ImagesBusy, inLine } from './image-encode';
import { ImageRefused } from './image-fetch';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c42d2a' } });

const read = async (bytes: Uint8Array) => sharp(bytes).metadata();

describe('a picture', () => {
  it('is made smaller and keeps its proportions', async () => {
    const { format, width, height } = await read(
      await encodeImage(await plain(3_000, 1_500).png().toBuffer()),
    );
    expect({ format, width, height }).toEqual({ format: 'webp', width: 1_200, height: 600 });
  });

  it('is never made larger', async () => {
    const { width, height } = await read(await encodeImage(await plain(30, 20).jpeg().toBuffer()));
    expect({ width, height }).toEqual({ width: 30, height: 20 });
  });

  it('loses its location data, and is turned upright', async () => {
    const taken = plain(40, 20)
      .withExif({ IFD0: { Copyright: 'Zoe' } })
      .withMetadata({ orientation: 6 });
    const { exif, width, height } = await read(await encodeImage(await taken.jpeg().toBuffer()));
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 20, height: 40 });
  });

  it('that is SVG is rendered, so that none of its text remains', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><script>alert(1)</script>
      <image href="http://127.0.0.1:1/" width="9" height="9"/><rect width="60" height="40" fill="#fff"/></svg>`;
    const encoded = await encodeImage(Buffer.from(svg));
    expect((await read(encoded)).format).toBe('webp');
    expect(Buffer.from(encoded).toString('latin1')).not.toMatch(/script|alert|127\.0/);
  });

  const svgOf = (attributes: string, content = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" ${attributes}>${content}</svg>`;

  it.each([
    ['with a filter', Buffer.from(svgOf('', '<filter id="a"/>'))],
    ['with the filter of a style', Buffer.from(svgOf('style="FILTER:blur(9px)"'))],
    ['with an entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svgOf('')}`)],
  ])('that is SVG %s is refused', async (_, bytes) => {
    const refusal: unknown = await encodeImage(bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ImageRefused);
    expect(String((refusal as ImageRefused).cause)).toContain('an SVG that is not plain');
  });

  it('that takes too long is ended with the process that draws it', async () => {
    // Without a filter, a picture can still take minutes: each group draws the one before it ten times.
    const groups = Array.from({ length: 9 }, (_, i) => {
      const uses = `<use href="#g${i}" opacity=".9" transform="rotate(3)"/>`.repeat(10);
      return `<g id="g${i + 1}">${uses}</g>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><defs><rect id="g0" width="9" height="9"/>${groups.join('')}</defs><use href="#g9"/></svg>`;
    await expect(encodeImage(Buffer.from(svg))).rejects.toThrow(ImageRefused);
    expect((await read(await encodeImage(await plain(30, 20).png().toBuffer()))).format).toBe('webp');
  });

  it('that is valid in two formats loses the trailing data of both', async () => {
    const trailing = Buffer.from('<html><script>alert(1)</script></html>');
    const encoded = await encodeImage(Buffer.concat([await plain(30, 20).png().toBuffer(), trailing]));
    expect(Buffer.from(encoded).toString('latin1')).not.toContain('script');
  });

  it('with more than 40 million pixels is refused, however small its file is', async () => {
    const bomb = await plain(7_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.byteLength).toBeLessThan(300_000);
    const before = process.memoryUsage().rss;
    await expect(encodeImage(bomb)).rejects.toThrow(ImageRefused);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each([
    ['is cut off', async () => (await plain(300, 200).png().toBuffer()).subarray(0, 200)],
    ['is a page', () => Buffer.from('<html></html>')],
    ['is empty', () => Buffer.alloc(0)],
    ['is SVG in UTF-16', () => Buffer.from('\ufeff<svg width="9" height="9"/>', 'utf16le')],
    ['is TIFF', () => plain(30, 20).tiff().toBuffer()],
  ])('that %s is refused', async (_, bytes) => {
    await expect(encodeImage(await bytes())).rejects.toThrow(ImageRefused);
  });

  it('is refused temporarily when more than twenty wait', { timeout: 120_000 }, async () => {
    const bytes = await plain(30, 20).png().toBuffer();
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => encodeImage(bytes)));
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason instanceof ImagesBusy)).toEqual(Array(5).fill(true));
    expect((await read(await encodeImage(bytes))).format).toBe('webp');
  });
});

it('work that may wait less leaves room for other pictures', async () => {
  let end = () => {};
  const first = inLine(() => new Promise<void>((resolve) => (end = resolve)), 1);
  await expect(inLine(() => Promise.resolve('drawn'), 1)).rejects.toThrow(ImagesBusy);
  const photograph = inLine(() => Promise.resolve('encoded'));
  await Promise.resolve();
  end();
  await first;
  expect(await photograph).toBe('encoded');
});
