const columns = 4;
const rows = 5;

/** FNV-1a with MurmurHash3's last mixing step, 32 bits: the same text always gives the same number. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32): the same poster every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// Each shape lies within a unit square and covers a part of it.
const quarter = 'M0 0H1A1 1 0 0 1 0 1Z';
const half = 'M0 0A.5 .5 0 0 0 1 0Z';
const disc = 'M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z';
const ring = `${disc}M.5 .25A.25 .25 0 0 0 .5 .75A.25 .25 0 0 0 .5 .25Z`;
const wedge = 'M0 1L1 0V1Z';
const stripes = 'M0 0H1V.25H0ZM0 .5H1V.75H0Z';

const largeShapes = [quarter, quarter, disc, ring, half];
const smallShapes = [quarter, half, disc, wedge, stripes];
const largeInks = ['fill-on-accent', 'fill-on-accent', 'fill-ink'];
const smallInks = ['fill-on-accent', 'fill-accent-soft', 'fill-ink'];

/** A shape of a poster; `x`, `y` and `size` in cells of a poster of 4 × 5 cells. */
export interface PosterPiece {
  readonly x: number;
  readonly y: number;
  readonly size: 1 | 2;
  readonly shape: string;
  readonly ink: string;
  readonly turn: number;
}

/** A few large shapes first, then small ones in some of the free cells. */
export function posterPieces(seed: string): PosterPiece[] {
  const random = randomFrom(hashText(seed));
  const below = (limit: number) => Math.floor(random() * limit);
  const taken = new Set<string>();
  const pieces: PosterPiece[] = [];
  const place = (x: number, y: number, size: 1 | 2, shapes: readonly string[], inks: readonly string[]) => {
    const steps = size === 1 ? [0] : [0, 1];
    const cells = steps.flatMap((right) => steps.map((down) => `${x + right},${y + down}`));
    if (cells.some((cell) => taken.has(cell))) return;
    for (const cell of cells) taken.add(cell);
    const [shape = disc, ink = 'fill-ink'] = [shapes[below(shapes.length)], inks[below(inks.length)]];
    pieces.push({ x, y, size, shape, ink, turn: below(4) * 90 });
  };
  for (let tries = 0; tries < 5; tries += 1)
    place(below(columns - 1), below(rows - 1), 2, largeShapes, largeInks);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    if (random() < 0.55) place(cell % columns, Math.floor(cell / columns), 1, smallShapes, smallInks);
  }
  return pieces;
}

/**
 * A drawn poster for something without a picture: geometric, in the catalogue's colour, and always the same
 * for the same seed. Decoration: the name is beside it as text.
 */
export function Poster({ seed }: { seed: string }) {
  return (
    <svg
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="xMidYMid slice"
      className="block h-full w-full bg-accent"
      aria-hidden="true"
      focusable="false"
    >
      {posterPieces(seed).map(({ x, y, size, shape, ink, turn }) => (
        <path
          key={`${x} ${y}`}
          d={shape}
          fillRule="evenodd"
          className={ink}
          transform={`translate(${x} ${y}) scale(${size}) rotate(${turn} .5 .5)`}
        />
      ))}
    </svg>
  );
}
