import LineBreaker from 'linebreak';
import type { DocumentFaces, StyledText } from './document-faces';
import type { Face } from './font-faces';
import { readablePieces } from './readable-text';
import { drawnText, isolate, levelsOf, visualOrder } from './text-order';

/** A part of a paragraph that has its own colour or language. */
export interface Part extends StyledText {
  size: number;
  color: string;
}

/** Characters of one part that are drawn in one go. */
export interface Run {
  part: Part;
  face: Face;
  /** As it is drawn. */
  text: string;
  x: number;
  /** As it is read, and where that begins in the paragraph. */
  source: string;
  from: number;
}

/** A line of a paragraph, its runs from left to right. */
export interface Line {
  height: number;
  /** From the top of the line. */
  baseline: number;
  runs: Run[];
}

export type Measure = (text: string, face: Face, size: number) => number;

interface Span {
  from: number;
  to: number;
  part: Part;
  face: Face;
}

const lineSpacing = 1.3;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });
// These scripts put no spaces between words, and the rules of Unicode leave the words to a dictionary.
const withoutSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The lines of a paragraph, none wider than `width`. Every character of its parts is in one of them. */
export function linesOf(
  parts: readonly Part[],
  { faces, measure, width }: { faces: DocumentFaces; measure: Measure; width: number },
): Line[] {
  const { text, spans } = joined(parts, faces);
  if (text === '') return [];
  const { levels, base } = levelsOf(text, parts.length > 1 ? 'ltr' : 'auto');
  const widthOf = (from: number, to: number) =>
    runsOf(spans, from, to).reduce(
      (sum, span) => sum + measure(cut(text, span), span.face, span.part.size),
      0,
    );
  const lines = ranges(text, widthOf, width).map((range) => {
    const isLeftToRight = base(range.from) % 2 === 0;
    const end = isLeftToRight ? range.to : range.from + text.slice(range.from, range.to).trimEnd().length;
    const runs = runsOf(spans, range.from, end, levels).map((span) => ({
      ...span,
      source: cut(text, span),
    }));
    return { isLeftToRight, ...placed(runs, measure) };
  });
  const widest = Math.max(...lines.map((line) => line.width));
  return lines.map(({ isLeftToRight, runs, width: its }) => ({
    ...heightOf(runs, parts),
    // Lines from right to left begin at the right, below each other.
    runs: isLeftToRight ? runs : runs.map((run) => ({ ...run, x: run.x + widest - its })),
  }));
}

/** Runs of a line beside each other, from the left. */
function placed(
  runs: readonly (Span & { source: string; level: number })[],
  measure: Measure,
): { runs: Run[]; width: number } {
  let width = 0;
  const beside = visualOrder(runs).map(({ part, face, from, source, level }): Run => {
    const run = { part, face, from, source, text: drawnText(source, level), x: width };
    width += measure(run.text, face, part.size);
    return run;
  });
  return { runs: beside, width };
}

/** The text of all parts, and which part and face each of its characters has. */
function joined(parts: readonly Part[], faces: DocumentFaces): { text: string; spans: Span[] } {
  let text = '';
  const spans: Span[] = [];
  for (const part of parts) {
    const pieces = readablePieces(part, faces);
    const [first] = pieces;
    if (first === undefined) continue;
    const { begin, end } = parts.length > 1 ? isolate : { begin: '', end: '' };
    for (const { text: added, face } of [
      { text: begin, face: first.face },
      ...pieces,
      { text: end, face: first.face },
    ]) {
      if (added !== '') spans.push({ from: text.length, to: text.length + added.length, part, face });
      text += added;
    }
  }
  return { text, spans };
}

const notDrawn = new RegExp(`[\\n${isolate.begin}${isolate.end}]`, 'g');

function cut(text: string, { from, to }: { from: number; to: number }): string {
  return text.slice(from, to).replace(notDrawn, '');
}

/** The spans between two places, divided where the direction changes. */
function runsOf(
  spans: readonly Span[],
  from: number,
  to: number,
  levels?: Uint8Array,
): (Span & { level: number })[] {
  return spansIn(spans, from, to).flatMap((span) => {
    const [first, end] = [Math.max(from, span.from), Math.min(to, span.to)];
    const runs: (Span & { level: number })[] = [];
    if (levels === undefined && first < end) return [{ ...span, from: first, to: end, level: 0 }];
    for (let at = first; at < end; at += 1) {
      const last = runs.at(-1);
      const level = levels?.[at] ?? 0;
      if (last !== undefined && last.level === level) last.to = at + 1;
      else runs.push({ ...span, from: at, to: at + 1, level });
    }
    return runs;
  });
}

/** The spans of which a part is between two places. They are searched by halves, because a text may have thousands. */
function spansIn(spans: readonly Span[], from: number, to: number): readonly Span[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  let end = low;
  while (end < spans.length && (spans[end]?.from ?? to) < to) end += 1;
  return spans.slice(low, end);
}

interface Range {
  from: number;
  to: number;
}

/** Where the lines begin and end. A word that is wider than a line is divided. */
function ranges(text: string, widthOf: (from: number, to: number) => number, width: number): Range[] {
  const lines: Range[] = [];
  let line: Range = { from: 0, to: 0 };
  let used = 0;
  const newLine = (at: number) => {
    lines.push(line);
    line = { from: at, to: at };
    used = 0;
  };
  for (const { from, to, required } of pieces(text)) {
    // The space at the end of a line needs no room. It is measured apart, because the word with its space is drawn, so
    // that the library has to shape the word only once.
    const whole = widthOf(from, to);
    const needed = whole - widthOf(from + text.slice(from, to).trimEnd().length, to);
    if (used > 0 && used + needed > width) newLine(from);
    if (needed > width) {
      for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
        const wide = widthOf(from + index, from + index + segment.length);
        if (used > 0 && used + wide > width) newLine(from + index);
        line.to = from + index + segment.length;
        used += wide;
      }
    } else {
      line.to = to;
      used += whole;
    }
    if (required) newLine(to);
  }
  if (line.to > line.from) lines.push(line);
  return lines;
}

/** The smallest pieces between which a new line may begin. */
function pieces(text: string): (Range & { required: boolean })[] {
  const breaker = new LineBreaker(text);
  const found: (Range & { required: boolean })[] = [];
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const piece = text.slice(from, next.position);
    if (withoutSpaces.test(piece)) {
      for (const { segment, index } of words.segment(piece)) {
        found.push({ from: from + index, to: from + index + segment.length, required: false });
      }
    } else found.push({ from, to: next.position, required: false });
    const last = found.at(-1);
    if (last !== undefined) last.required = next.required && piece.endsWith('\n');
    from = next.position;
  }
  return found;
}

function heightOf(runs: readonly Run[], parts: readonly Part[]): Pick<Line, 'height' | 'baseline'> {
  const size = Math.max(...(runs.length > 0 ? runs.map(({ part }) => part) : parts).map((part) => part.size));
  // Letters of some scripts are higher than the space that lines of Latin letters need.
  const above = Math.max(
    0.95 * size,
    ...runs.map(({ face, part }) => (face.font.ascent / face.font.unitsPerEm) * part.size),
  );
  const below = Math.max(
    0.25 * size,
    ...runs.map(({ face, part }) => (-face.font.descent / face.font.unitsPerEm) * part.size),
  );
  return { height: Math.max(lineSpacing * size, above + below), baseline: above };
}
