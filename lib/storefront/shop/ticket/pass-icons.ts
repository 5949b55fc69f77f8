import { loadSharp } from '../../common/image/image-encode';

/** As public/icon.svg. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#fbf6ec"/><path d="M6 4l10 4v20L6 24z" fill="#221812"/><path d="M26 4L16 8v20l10-4z" fill="#08633d"/></svg>';

/** The sizes in pixels that Apple asks for. */
const sizes = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
} as const;

let drawn: Promise<Readonly<Record<string, Buffer>>> | undefined;

/** The pictures of each pass, by the names that Apple gives them. Drawn once. */
export function passIcons(): Promise<Readonly<Record<string, Buffer>>> {
  drawn ??= drawIcons();
  return drawn;
}

async function drawIcons(): Promise<Record<string, Buffer>> {
  const sharp = await loadSharp();
  const draw = async ([name, size]: [string, number]) => {
    const picture = sharp(Buffer.from(iconSvg), { density: (72 * size) / 32 }).resize(size, size);
    return [name, await picture.png().toBuffer()] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(sizes).map(draw)));
}
