import type { Palette, Poster } from '../posters/poster';
import {
  arch,
  area,
  curve,
  disc,
  halfDisc,
  hanging,
  leaf,
  line,
  polygon,
  rect,
  repeat,
  ring,
  turned,
  within,
} from '../posters/shapes';
import type { Shape } from '../posters/shapes';

/** Wine, powder and velvet: OKLCH 0.24 0.06 350, 0.93 0.03 50, 0.54 0.185 27. */
const theatrePalette: Palette = { dark: '#331123', light: '#f9e3d7', accent: '#c42d2a' };

const { dark, light, accent } = theatrePalette;
const language = 'en';

/** The gates of a lock, closed against the moon. */
const lockKeeper: Poster = {
  title: 'The Lock-Keeper’s Night',
  language,
  ground: dark,
  ink: light,
  box: { x: 72, y: 84, width: 640, height: 320 },
  largestLetters: 108,
  shapes: [
    disc(920, 236, 172, light),
    polygon(
      [
        [608, 330],
        [920, 400],
        [920, 640],
        [608, 640],
      ],
      accent,
    ),
    polygon(
      [
        [1232, 330],
        [920, 400],
        [920, 640],
        [1232, 640],
      ],
      accent,
    ),
    line(
      [
        [624, 604],
        [906, 444],
      ],
      dark,
      18,
    ),
    line(
      [
        [1216, 604],
        [934, 444],
      ],
      dark,
      18,
    ),
    line(
      [
        [920, 400],
        [920, 640],
      ],
      dark,
      14,
    ),
    line(
      [
        [560, 308],
        [920, 390],
        [1280, 308],
      ],
      light,
      22,
    ),
    ...repeat(4, (index) => rect(0, 640 + index * 44, 1200, 16 - index * 2, light)),
    ...repeat(4, (index) => rect(790 + index * 26, 656 + index * 44, 260 - index * 52, 22, accent)),
  ],
  alternative: {
    en: 'Poster: a full moon rises behind the red gates of a lock.',
    fr: 'Affiche : la pleine lune se lève derrière les portes rouges d’une écluse.',
  },
};

function scales(columns: number, rows: number): Shape[] {
  return repeat(rows, (row) =>
    repeat(columns, (column) => {
      const x = column * 168 - (row % 2) * 84;
      const y = 616 + row * 58;
      return [disc(x, y, 84, dark), ring(x, y, 52, light, 20), disc(x, y, 18, light)];
    }),
  );
}

function curtain(): Shape[] {
  const folds = repeat(4, (index) => hanging(-20 + index * 74, 0, 74, 640 - index * 130, accent));
  const creases = repeat(3, (index) =>
    line(
      [
        [54 + index * 74, 0],
        [54 + index * 74, 470 - index * 130],
      ],
      dark,
      6,
    ),
  );
  return [...folds, ...creases];
}

/** A curtain drawn open upon the sea. */
const tides: Poster = {
  title: 'The Tides',
  language,
  ground: light,
  ink: dark,
  box: { x: 320, y: 132, width: 560, height: 330 },
  largestLetters: 168,
  centred: true,
  shapes: [
    ...scales(9, 5),
    ...curtain(),
    `<g transform="translate(1200) scale(-1 1)">${curtain().join('')}</g>`,
  ],
  alternative: {
    en: 'Poster: a red curtain opens upon rows of dark waves.',
    fr: 'Affiche : un rideau rouge s’ouvre sur des rangées de vagues sombres.',
  },
};

/** Twenty-six seats in four rows: five, six, seven, eight. */
const tidesUnder26: Poster = {
  title: 'The Tides, under 26',
  language,
  ground: accent,
  ink: light,
  box: { x: 72, y: 84, width: 1056, height: 130 },
  largestLetters: 108,
  shapes: repeat(4, (row) => {
    const seats = 5 + row;
    return repeat(seats, (seat) => {
      const x = 600 - (seats * 136) / 2 + seat * 136;
      const base = 390 + row * 150;
      const sitting = (seat * 3 + row * 5) % 4 !== 0;
      const back = arch(x + 12, base, 112, 120, dark);
      return sitting ? [disc(x + 68, base - 122, 42, light), back] : [back];
    });
  }),
  alternative: {
    en: 'Poster: twenty-six theatre seats in four rows, most of them taken.',
    fr: 'Affiche : vingt-six fauteuils de théâtre en quatre rangs, presque tous occupés.',
  },
};

function strings(colour: string): Shape[] {
  return repeat(4, (index) => rect(647 + index * 58, 0, 12, 800, colour));
}

function reed(x: number, top: number, lean: number): Shape[] {
  return [
    line(
      [
        [x, 820],
        [x + lean, top],
      ],
      dark,
      10,
    ),
    line(
      [
        [x + lean * 0.94, top + 50],
        [x + lean * 0.74, top + 190],
      ],
      dark,
      40,
    ),
  ];
}

/** Four strings across a sound hole, and the reeds of the bank. */
const stringsAndReeds: Poster = {
  title: 'Strings and Reeds',
  language,
  ground: accent,
  ink: light,
  box: { x: 72, y: 84, width: 400, height: 420 },
  largestLetters: 118,
  shapes: [
    ...strings(light),
    disc(740, 400, 256, light),
    within('rose', disc(740, 400, 256, light), strings(accent)),
    disc(740, 400, 182, dark),
    within('hole', disc(740, 400, 182, dark), strings(light)),
    ...reed(1052, 270, -10),
    ...reed(1100, 120, 4),
    ...reed(1148, 330, 14),
    leaf(1078, 830, 300, -40, dark),
    leaf(1124, 830, 360, 46, dark),
  ],
  alternative: {
    en: 'Poster: four strings cross the round sound hole of an instrument; bulrushes stand beside it.',
    fr: 'Affiche : quatre cordes traversent la rosace d’un instrument, bordée de massettes.',
  },
};

function drop(x: number, y: number, size: number, fill: string): Shape {
  const r = size * 0.42;
  return area(
    `M${x} ${y - size}C${x + r * 0.5} ${y - size * 0.5} ${x + r} ${y - r} ${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}C${x - r} ${y - r} ${x - r * 0.5} ${y - size * 0.5} ${x} ${y - size}z`,
    fill,
  );
}

/** None falls where the umbrella is. */
function rain(): Shape[] {
  return repeat(7, (column) =>
    repeat(5, (row) => {
      const [x, y] = [500 + column * 104, 96 + row * 112 + (column % 2) * 56];
      const isDry = Math.hypot(x - 790, y - 540) < 356 || (y > 520 && x < 1100);
      return isDry || x < 540 ? [] : [drop(x, y, 56, (row + column) % 2 === 0 ? dark : accent)];
    }),
  );
}

/** An umbrella of four gores in a regular rain. */
const littleRain: Poster = {
  title: 'Little Rain',
  language,
  ground: light,
  ink: dark,
  box: { x: 72, y: 84, width: 400, height: 320 },
  largestLetters: 140,
  shapes: [
    ...rain(),
    halfDisc(790, 540, 310, 'up', accent),
    area('M790 230A430 430 0 0 0 636 540H790z', dark),
    area('M790 230A430 430 0 0 1 944 540H1100A310 310 0 0 0 790 230z', dark),
    ...repeat(4, (index) => disc(557.5 + index * 155, 541, 77.5, light)),
    curve('M790 500V690a52 52 0 0 1 -104 0', dark, 22),
  ],
  alternative: {
    en: 'Poster: a red and dark umbrella under evenly falling drops.',
    fr: 'Affiche : un parapluie rouge et sombre sous des gouttes régulières.',
  },
};

/** A round table from above, twelve chairs, one drawn back. */
const tableForTwelve: Poster = {
  title: 'Table for Twelve',
  language,
  ground: dark,
  ink: light,
  box: { x: 72, y: 84, width: 400, height: 420 },
  largestLetters: 124,
  shapes: [
    ...repeat(12, (index) =>
      turned(index * 30, 820, 400, [arch(776, 136 - (index === 10 ? 44 : 0), 88, 92, accent)]),
    ),
    disc(820, 400, 262, light),
    ...repeat(12, (index) =>
      turned(index * 30, 820, 400, [ring(820, 200, 30, dark, 8), disc(820, 200, 12, accent)]),
    ),
    disc(820, 400, 108, dark),
    disc(820, 400, 84, light),
    disc(820, 400, 64, accent),
  ],
  alternative: {
    en: 'Poster: a round table seen from above, laid for twelve, one chair drawn back.',
    fr: 'Affiche : une table ronde vue d’en haut, dressée pour douze, une chaise reculée.',
  },
};

export const theatrePosters = {
  'lock-keeper': lockKeeper,
  tides,
  'tides-under-26': tidesUnder26,
  'strings-and-reeds': stringsAndReeds,
  'little-rain': littleRain,
  'table-for-twelve': tableForTwelve,
};
