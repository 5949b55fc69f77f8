import type { DocumentFaces, StyledText } from './document-faces';
import type { Face } from './font-faces';
import { normalized } from './normalized';

/** A part of a text that one face can show. */
export interface Piece {
  text: string;
  face: Face;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
// What changes the letter before it: an accent, a joiner, a colour of skin.
const modifier = /^(?:\p{M}|\p{Cf}|\p{Emoji_Modifier})$/u;

/**
 * A text as pieces that the faces of the document can show. What no face has is replaced by what is nearest: the same
 * without accents, Latin letters, or nothing.
 */
export function readablePieces(of: StyledText, faces: DocumentFaces): Piece[] {
  const text = normalized(of.text);
  const whole = faces.faceOf(text.replaceAll('\n', ''), of);
  if (text !== '' && whole !== undefined && !whole.isFallback && !/\p{M}/u.test(text))
    return [{ text, face: whole }];
  const pieces: Piece[] = [];
  const add = (added: string, face: Face) => {
    const last = pieces.at(-1);
    if (last?.face === face) last.text += added;
    else pieces.push({ text: added, face });
  };
  for (const { segment } of graphemes.segment(text)) {
    if (segment === '\n') addBreak(pieces, faces.faceOf(' ', of));
    else for (const piece of readableGrapheme(segment, of, faces)) add(piece.text, piece.face);
  }
  const dash = faces.faceOf('–', of);
  return pieces.length === 0 && dash !== undefined ? [{ text: '–', face: dash }] : pieces;
}

function addBreak(pieces: Piece[], face: Face | undefined): void {
  const last = pieces.at(-1);
  if (last !== undefined) last.text += '\n';
  else if (face !== undefined) pieces.push({ text: '\n', face });
}

function readableGrapheme(grapheme: string, of: StyledText, faces: DocumentFaces): Piece[] {
  for (const form of [grapheme, grapheme.normalize('NFKC')]) {
    const face = faces.faceOf(form, of);
    if (face !== undefined) return [{ text: withFewMarks(form, face), face }];
  }
  const pieces: Piece[] = [];
  for (const character of grapheme) {
    const last = pieces.at(-1);
    if (!modifier.test(character)) pieces.push(...readableCharacter(character, of, faces));
    else if (last !== undefined && faces.faceOf(last.text + character, of) === last.face)
      last.text += character;
  }
  return pieces.map(({ text, face }) => ({ text: withFewMarks(text, face), face }));
}

function readableCharacter(character: string, of: StyledText, faces: DocumentFaces): Piece[] {
  const withoutAccents = character.normalize('NFKD').replace(/\p{M}/gu, '');
  for (const form of [character, character.normalize('NFKC'), withoutAccents, faces.spelled(character)]) {
    const face = form === '' ? undefined : faces.faceOf(form, of);
    if (face !== undefined) return [{ text: form, face }];
  }
  return [];
}

/** Without the marks that would be drawn over the lines above and below. */
function withFewMarks(grapheme: string, { isFallback }: Face): string {
  return grapheme.replace(isFallback ? /(\p{M}{4})\p{M}+/gu : /(\p{M}{2})\p{M}+/gu, '$1');
}
