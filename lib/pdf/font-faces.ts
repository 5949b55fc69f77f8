import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { isRightToLeft } from './text-order';

const require = createRequire(import.meta.url);

export type Weight = 'regular' | 'bold';

/** A font of one weight. */
export interface Face {
  /** Different for each face. */
  readonly name: string;
  readonly font: Font;
  /** Whether it needs shaping as a whole: its letters may join, change their order, or run from right to left. */
  readonly isFallback: boolean;
}

const folder = '@expo-google-fonts';
const display = `${folder}/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf`;
const text = `${folder}/source-serif-4/400Regular/SourceSerif4_400Regular.ttf`;
// The display font has Latin letters only; this one also has Greek and Cyrillic ones.
const boldText = `${folder}/source-serif-4/700Bold/SourceSerif4_700Bold.ttf`;

/** The fonts of ordinary documents, the preferred one first. */
export const ownFonts: Readonly<Record<Weight, readonly string[]>> = {
  regular: [text],
  bold: [display, boldText],
};

// Parsed once, because parsing takes longer than drawing a document.
const ownFaces = new LRUCache<string, Face>({
  max: 10,
  fetchMethod: async (file) => faceOf(file, await readFile(require.resolve(file)), false),
});

/** One of `ownFonts`. */
export const ownFace = (file: string): Promise<Face> => ownFaces.forceFetch(file);

function faceOf(name: string, bytes: Buffer, isFallback: boolean): Face {
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${name} contains several fonts`);
  // A glyph is kept with the characters for which it was first read. A part of an accented letter is read for none, and
  // the text of later documents could not be copied where this letter stands alone.
  for (const codePoint of font.characterSet) {
    if (!isJoinedForm(codePoint)) font.glyphForCodePoint(codePoint);
  }
  font.layout = corrected(font.layout.bind(font));
  return { name, font, isFallback };
}

/**
 * fontkit turns Arabic digits as if they were letters, which they are not. It throws a TypeError at an accent that the font
 * can't place on the letter before it; then accents are drawn where the font has them by default.
 */
function corrected(layout: Font['layout']): Font['layout'] {
  return (text, features) => {
    const direction = isRightToLeft(text) ? undefined : 'ltr';
    try {
      return layout(text, features, undefined, undefined, direction);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return layout(text, { mark: false, mkmk: false, curs: false }, undefined, undefined, direction);
    }
  };
}

/** A ligature or an Arabic letter within a word; copied, these shall be the letters themselves. */
function isJoinedForm(codePoint: number): boolean {
  return (codePoint >= 0xfb00 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfefc);
}

const axis: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 };
// Each is a small part of a family, so a document with Chinese names may use twenty of them.
const slices = new LRUCache<string, Face | 'empty', Parameters<typeof readSlice>>({
  max: 40,
  ignoreFetchAbort: true,
  fetchMethod: (_name, _stale, { context }) => readSlice(...context),
});

/** The face of a family that has a character, or undefined. Families are divided into files by ranges of characters. */
export async function fallbackFace(
  family: string,
  codePoint: number,
  weight: Weight,
): Promise<Face | undefined> {
  const ranges = await families.forceFetch(family);
  const slice = ranges.find(({ bounds }) =>
    bounds.some(([from, to]) => codePoint >= from && codePoint <= to),
  );
  if (slice === undefined) return undefined;
  const name = `${family}-${slice.name}-${weight}`;
  const face = await slices.forceFetch(name, { context: [family, slice, weight, name] });
  return face !== 'empty' && face.font.hasGlyphForCodePoint(codePoint) ? face : undefined;
}

interface Slice {
  name: string;
  bounds: [from: number, to: number][];
}

const families = new LRUCache<string, Slice[]>({ max: 50, fetchMethod: readRanges });

async function readRanges(family: string): Promise<Slice[]> {
  const file = require.resolve(`@fontsource-variable/${family}/unicode.json`);
  const ranges = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([name, list]) => ({
    name: name.replace(/[[\]]/g, ''),
    bounds: list.split(',').map((range): [number, number] => {
      const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
      return [parseInt(from, 16), parseInt(to, 16)];
    }),
  }));
}

// fontkit draws a space in place of a joiner, and a circle below an accent without a letter.
const helpers: ReadonlySet<number> = new Set([0x20, 0x25cc]);
/** Empty: the file has no character of its ranges. */
async function readSlice(
  family: string,
  slice: Slice,
  weight: Weight,
  name: string,
): Promise<Face | 'empty'> {
  const file = `@fontsource-variable/${family}/files/${family}-${slice.name}-wght-normal.woff2`;
  const compressed = await readFile(require.resolve(file));
  const whole = create(compressed);
  if (!('layout' in whole)) throw new Error(`${file} contains several fonts`);
  const characters = whole.characterSet.filter(
    (codePoint) => has(slice, codePoint) || helpers.has(codePoint),
  );
  if (characters.length === 0) return 'empty';
  // fontkit can't embed a variable font, so the weight is fixed first.
  const { default: subsetFont } = await import('subset-font');
  const bytes = await subsetFont(compressed, String.fromCodePoint(...characters), {
    targetFormat: 'sfnt',
    variationAxes: { wght: axis[weight] },
  });
  return faceOf(name, bytes, true);
}

function has({ bounds }: Slice, codePoint: number): boolean {
  return bounds.some(([from, to]) => codePoint >= from && codePoint <= to);
}
