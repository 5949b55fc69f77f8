import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPreview, type Preview } from './draw-preview';
import { previewText } from './preview-text';

const preview: Preview = {
  title: 'Sunset on the river',
  place: 'North pier',
  from: 'River Boats · Quayside',
  accent: 'cobalt',
  pieces: [{ x: 1, y: 1, size: 2, shape: 'M0 0H1V1H0Z', ink: 'fill-ink', turn: 0 }],
};

/** The shares of the left part, which has the texts, that have the ink of the texts. */
async function inkOf(changes: Partial<Preview>): Promise<number> {
  const picture = sharp(await drawPreview({ ...preview, ...changes }, null));
  const { data } = await picture
    .extract({ left: 0, top: 0, width: 650, height: 630 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value > 200).length / data.length;
}

describe('the picture of a link', () => {
  it('is a JPEG in the size that other sites ask for, small enough for messengers', async () => {
    const bytes = await drawPreview(preview, null);
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
    expect(bytes.byteLength).toBeLessThan(300_000);
  });

  it('has a photograph at its right', async () => {
    const red = sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff0000' } });
    const drawn = sharp(await drawPreview(preview, await red.webp().toBuffer()));
    const [right, left] = await Promise.all(
      [1100, 20].map((x) =>
        drawn.clone().extract({ left: x, top: 600, width: 4, height: 4 }).resize(1, 1).raw().toBuffer(),
      ),
    );
    expect([...(right ?? [])].map((value) => value > 128)).toEqual([true, false, false]);
    expect([...(left ?? [])].map((value) => value > 128)).toEqual([false, false, true]);
  });

  it.each([
    ['markup', '<b>&amp;</b> <span size="900000">x</span> ]]>'],
    ['a name of one long word', 'Donaudampfschifffahrtsgesellschaft'.repeat(8)],
    ['a name of 4,000 words', 'tide '.repeat(4_000)],
    ['half a character and control characters', 'Tide \ud800 \u0000\u202e tour'],
  ])('is drawn with %s', async (_, title) => {
    expect(await inkOf({ title })).toBeGreaterThan((await inkOf({ title: '' })) + 0.005);
  });

  it('leaves a name out that its fonts do not have', async () => {
    expect(await inkOf({ title: 'متحف المد والجزر' })).toBe(await inkOf({ title: '' }));
  });
});

describe('a text', () => {
  it.each([
    ['Été — “tour” n° 4 #2', 'Été — “tour” n° 4 #2'],
    ['Музей моря', 'Музей моря'],
    ['🎉 Party 👩‍👩‍👧 time 🇫🇷', 'Party time'],
    ['two\n lines', 'two lines'],
  ])('%s is drawn as %s', async (text, drawn) => {
    expect((await previewText(text))?.text).toBe(drawn);
  });

  it.each(['海の博物館', 'Tide 海', ' 🎉 ', ''])('%s is not drawn', async (text) => {
    expect(await previewText(text)).toBeNull();
  });
});
