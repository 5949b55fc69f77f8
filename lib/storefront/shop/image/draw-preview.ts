import type { Sharp, SharpOptions } from 'sharp';
import type { Accent } from '../../../contract/accent';
import { loadSharp, mostSeconds } from '../../common/image/image-encode';
import { previewText } from './preview-text';

/** Pixels, as social networks and messengers ask for. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The inks of app/globals.css in the light theme. */
export const previewInks = { onAccent: '#fdfaf1', ink: '#231914' } as const;
export const previewAccents: Readonly<Record<Accent, { accent: string; soft: string }>> = {
  vermilion: { accent: '#ca2f0c', soft: '#fedfd1' },
  cobalt: { accent: '#1c4cc8', soft: '#dbe7fc' },
  pine: { accent: '#08633d', soft: '#d4eed8' },
  plum: { accent: '#8d1e72', soft: '#f6deed' },
  lagoon: { accent: '#00697b', soft: '#cdedf3' },
  umber: { accent: '#905100', soft: '#f6e4c5' },
};

/** A shape of the drawn poster, in cells; `ink` is the class of its fill on a page. */
export interface PreviewPiece {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly shape: string;
  readonly ink: string;
  readonly turn: number;
}

export interface Preview {
  readonly title: string;
  readonly place: string;
  /** The names of catalogue and shop. */
  readonly from: string;
  readonly accent: Accent;
  /** What is drawn if there is no photograph: 4 cells across, 5 down. */
  readonly pieces: readonly PreviewPiece[];
}

const margin = 56;
/** Where the picture begins. */
const pictureX = 660;
const pictureWidth = previewSize.width - pictureX;
const textWidth = pictureX - 2 * margin;
const titleHeight = 330;
const titleSizes = [84, 72, 62, 52, 44, 36];
/** A longer title would be too small to be read. */
const mostLetters = 140;

/** As JPEG. `photograph`: any picture that sharp can read, or null. */
export async function drawPreview(
  preview: Preview,
  photograph: Uint8Array | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const { accent } = previewAccents[preview.accent];
  const line = (text: string, size: number) => drawText(sharp, text, [size], 80);
  const picture =
    photograph === null
      ? Buffer.from(posterSvg(preview))
      : await sharp(photograph)
          .resize(pictureWidth, previewSize.height, { fit: 'cover', position: 'attention' })
          .toBuffer();
  const [title, place, from] = [
    await drawText(sharp, shortened(preview.title), titleSizes, titleHeight),
    await line(shortened(preview.place), 34),
    await line(shortened(preview.from), 30),
  ];
  const placeTop = margin + (title === null ? 0 : title.height + 36);
  const drawn = await sharp({ create: { ...previewSize, channels: 3, background: accent } })
    .composite([
      { input: picture, left: pictureX, top: 0 },
      ...(title === null ? [] : [{ input: title.bytes, left: margin, top: margin }]),
      ...(place === null ? [] : [{ input: place.bytes, left: margin, top: placeTop }]),
      ...(from === null
        ? []
        : [{ input: from.bytes, left: margin, top: previewSize.height - margin - from.height }]),
    ])
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: mostSeconds })
    .toBuffer();
  return new Uint8Array(drawn);
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= mostLetters
    ? text
    : `${letters
        .slice(0, mostLetters - 1)
        .join('')
        .trimEnd()}…`;
}

/** With the largest of the sizes that fits into the height. Null if none does, or if a part of it can't be drawn. */
async function drawText(
  sharp: (options: SharpOptions) => Sharp,
  written: string,
  sizes: readonly number[],
  mostHeight: number,
): Promise<{ bytes: Buffer; height: number } | null> {
  const known = await previewText(written);
  if (known === null) return null;
  const { text, font } = known;
  const draw = (size: number) =>
    sharp({
      text: {
        text: `<span foreground="${previewInks.onAccent}">${escaped(text)}</span>`,
        font: `${font.family} Bold ${size}`,
        fontfile: font.file,
        width: textWidth,
        wrap: 'word-char',
        dpi: 72,
        rgba: true,
      },
    });
  for (const size of sizes) {
    const { data, info } = await draw(size).png().toBuffer({ resolveWithObject: true });
    const fits = info.height <= mostHeight && info.width <= textWidth;
    if (fits) return { bytes: data, height: info.height };
  }
  return null;
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (found) => ({ '&': '&amp;', '<': '&lt;' })[found] ?? '&gt;');

const fills: Readonly<Record<string, keyof typeof previewInks>> = {
  'fill-on-accent': 'onAccent',
  'fill-ink': 'ink',
};

/** The poster of components/ui/poster.tsx, cut to the right part of the picture. */
function posterSvg({ accent, pieces }: Preview): string {
  const { accent: ground, soft } = previewAccents[accent];
  const shapes = pieces.map(({ x, y, size, shape, ink, turn }) => {
    const name = fills[ink];
    const fill = name === undefined ? soft : previewInks[name];
    return `<path d="${shape}" fill="${fill}" fill-rule="evenodd" transform="translate(${x} ${y}) scale(${size}) rotate(${turn} .5 .5)"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${previewSize.height}" viewBox="0 0 4 5" preserveAspectRatio="xMidYMid slice"><rect width="4" height="5" fill="${ground}"/>${shapes.join('')}</svg>`;
}
