export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Lettering {
  readonly size: number;
  readonly lines: readonly string[];
}

export const lineHeight = 1.04;

// Advance widths of a bold grotesque in thousandths of the size, a tenth wider than Arial Bold: a poster opened
// as a picture is set in whatever sans serif the machine has, and the name must fit its box in any of them.
const widths: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/[iljI|.,:;!’'`·]/u, 350],
  [/[ftr()\- ]/u, 400],
  [/[mwMW]/u, 980],
  [/[A-ZÀ-ÖØ-Þ&œŒ]/u, 800],
];
const usualWidth = 640;

export function measure(text: string, size: number): number {
  let sum = 0;
  for (const character of text) {
    sum += widths.find(([pattern]) => pattern.test(character))?.[1] ?? usualWidth;
  }
  return (sum * size) / 1000;
}

/** The largest size at which the words fill the box without leaving it, and the lines they make. */
export function fitLettering(text: string, box: Box, largest: number): Lettering {
  for (let size = largest; size >= 24; size -= 2) {
    const lines = wrap(text, size, box.width);
    const fits = lines.every((line) => measure(line, size) <= box.width);
    if (fits && lines.length * size * lineHeight <= box.height) return { size, lines };
  }
  throw new Error(`no room for the name ${JSON.stringify(text)} in ${box.width} × ${box.height}`);
}

function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
