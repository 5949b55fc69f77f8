import { type Face, fallbackFace, ownFace, ownFonts, type Weight } from './font-faces';
import { normalized } from './normalized';

/** A text of a document, in a language. */
export interface StyledText {
  text: string;
  weight: Weight;
  /** Two-letter code. */
  language: string;
}

/** The faces of a document: which one shows which characters. */
export interface DocumentFaces {
  /** The face that has all of these characters, or undefined. */
  faceOf(characters: string, of: StyledText): Face | undefined;
  /** What stands for a character that no face has: Latin letters, or nothing. */
  spelled(character: string): string;
}

// Vazirmatn has one glyph for each Arabic letter, so that a text can be copied. Noto divides letters into a body and dots,
// which several letters share; it has the letters of more languages.
const scripts = [
  'vazirmatn',
  ...['', '-arabic', '-hebrew', '-thai', '-armenian', '-georgian'].map((end) => `noto-sans${end}`),
];
const first = [...scripts, 'noto-emoji'];
const [chinese, japanese, korean] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];

// Found once for each text, because it is asked for each of its characters.
const orders = new WeakMap<StyledText, readonly string[]>();

/** The families to ask, in order. The same Han character has another form in Chinese, Japanese and Korean. */
function familiesFor(of: StyledText): readonly string[] {
  const known = orders.get(of);
  if (known !== undefined) return known;
  const order = [...first, ...hanFamilies(of)];
  orders.set(of, order);
  return order;
}

function hanFamilies({ text, language }: StyledText): readonly string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || language === 'ja') {
    return [japanese, chinese, korean];
  }
  if (/\p{Script=Hangul}/u.test(text) || language === 'ko') return [korean, chinese, japanese];
  return [chinese, japanese, korean];
}

/** Loads the faces for the texts of a document. Ordinary texts need only the own fonts. */
export async function documentFaces(texts: readonly StyledText[]): Promise<DocumentFaces> {
  const preferred = { regular: await ownFace(own('regular')), bold: await ownFace(own('bold')) };
  const chosen = new Map<string, Face>();
  const missing = new Set<string>();
  for (const of of texts) {
    for (const character of missingIn(of, preferred[of.weight])) {
      const key = keyOf(character, of);
      if (chosen.has(key) || missing.has(key)) continue;
      const face = await faceFor(character, of);
      if (face === undefined) missing.add(key);
      else {
        chosen.set(key, face);
        // For a text that shows the same character in another place.
        if (!chosen.has(`${of.weight} ${character}`)) chosen.set(`${of.weight} ${character}`, face);
      }
    }
  }
  const spell = missing.size === 0 ? undefined : (await import('any-ascii')).default;
  return {
    faceOf: (characters, of) => {
      const faces = new Set([preferred[of.weight]]);
      for (const character of characters) {
        const face = chosen.get(keyOf(character, of)) ?? chosen.get(`${of.weight} ${character}`);
        if (face !== undefined) faces.add(face);
      }
      return [...faces].find((face) => hasAll(face, characters));
    },
    spelled: (character) => spell?.(character) ?? '',
  };
}

/** The characters that a face does not have, and what they are made of: a letter without its accent, for example. */
function missingIn({ text }: StyledText, face: Face): Set<string> {
  const missing = [...new Set(normalized(text))].filter((character) => !hasAll(face, character));
  return new Set(
    missing.flatMap((one) =>
      [one, one.normalize('NFKC'), one.normalize('NFKD')].flatMap((form) => Array.from(form)),
    ),
  );
}

async function faceFor(character: string, of: StyledText): Promise<Face | undefined> {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const file of ownFonts[of.weight]) {
    const face = await ownFace(file);
    if (hasAll(face, character)) return face;
  }
  for (const family of familiesFor(of)) {
    const face = await fallbackFace(family, codePoint, of.weight);
    if (face !== undefined) return face;
  }
  return undefined;
}

function hasAll({ font }: Face, characters: string): boolean {
  for (const character of characters) {
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

function keyOf(character: string, of: StyledText): string {
  return `${of.weight} ${familiesFor(of).at(-3)} ${character}`;
}

function own(weight: Weight): string {
  const [file] = ownFonts[weight];
  if (file === undefined) throw new Error(`no font is ${weight}`);
  return file;
}
