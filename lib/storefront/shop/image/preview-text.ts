import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create } from 'fontkit';

interface PreviewFont {
  /** The path of the file. */
  readonly file: string;
  readonly family: string;
  readonly characters: ReadonlySet<number>;
}

const files = [
  'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
  // Greek and Cyrillic, too.
  'source-serif-4/700Bold/SourceSerif4_700Bold.ttf',
];

let fonts: Promise<PreviewFont[]> | undefined;

async function readFont(name: string): Promise<PreviewFont> {
  // The build must not resolve it: the files are read where the program runs.
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  const file = resolve(`@expo-google-fonts/${name}`);
  const font = create(await readFile(file));
  if (!('layout' in font)) throw new Error(`${file} contains several fonts`);
  return { file, family: font.familyName, characters: new Set(font.characterSet) };
}

/**
 * What of a text can be drawn, and with which font. Null for a text of which a part can't be drawn, as in Arabic: the address
 * says it beside the picture. Emoji are left out.
 */
export async function previewText(text: string): Promise<{ text: string; font: PreviewFont } | null> {
  fonts ??= Promise.all(files.map(readFont));
  fonts.catch(() => (fonts = undefined));
  const written = text
    .normalize('NFC')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Component}]/gu, (found) =>
      /[0-9#*]/.test(found) ? found : '',
    )
    .replace(/[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .trim();
  if (written === '') return null;
  const points = Array.from(written, (character) => character.codePointAt(0) ?? 0);
  const font = (await fonts).find(({ characters }) => points.every((point) => characters.has(point)));
  return font === undefined ? null : { text: written, font };
}
