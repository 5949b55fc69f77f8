import type { Palette, Poster } from '../posters/poster';
import {
  arch,
  area,
  curve,
  disc,
  halfDisc,
  line,
  polygon,
  rect,
  repeat,
  ring,
  wave,
  within,
} from '../posters/shapes';
import type { Shape } from '../posters/shapes';

/** Indigo, unbleached cotton and marigold: OKLCH 0.30 0.115 268, 0.95 0.028 88, 0.75 0.15 66. */
const museumPalette: Palette = { dark: '#162666', light: '#f6eeda', accent: '#ed9831' };

const { dark, light, accent } = museumPalette;
const language = 'fr';

/** A spool whose thread runs out into the waves of a river. */
const collections: Poster = {
  title: 'L’eau et le fil',
  language,
  ground: light,
  ink: dark,
  box: { x: 72, y: 84, width: 560, height: 330 },
  largestLetters: 176,
  shapes: [
    rect(716, 96, 372, 64, dark),
    rect(716, 520, 372, 64, dark),
    rect(764, 160, 276, 360, accent),
    ...repeat(7, (index) =>
      line(
        [
          [764, 192 + index * 48],
          [1040, 172 + index * 48],
        ],
        light,
        12,
      ),
    ),
    rect(878, 96, 48, 24, light),
    curve('M764 480C640 480 660 620 540 620S420 560 330 560S210 620 120 620S0 560 -90 560', accent, 14),
    ...repeat(4, (index) =>
      wave(
        { from: -60 - index * 60, to: 1300, y: 664 + index * 42, length: 240, height: 44, width: 16 },
        dark,
      ),
    ),
  ],
  alternative: {
    en: 'Poster: an orange spool of thread unwinds into the blue waves of a river.',
    fr: 'Affiche : une bobine de fil orange se dévide dans les vagues bleues d’un fleuve.',
  },
};

/** Rings of dye, cut along a horizon and shifted by one step, as a resist print is. */
const blue: Poster = {
  title: 'Bleu, au long cours',
  language,
  ground: dark,
  ink: light,
  box: { x: 72, y: 84, width: 420, height: 560 },
  largestLetters: 140,
  shapes: [
    ...repeat(7, (index) => halfDisc(790, 400, 350 - index * 50, 'up', index % 2 === 0 ? light : dark)),
    ...repeat(7, (index) => halfDisc(840, 400, 350 - index * 50, 'down', index % 2 === 0 ? light : dark)),
    halfDisc(790, 400, 50, 'up', accent),
    halfDisc(840, 400, 50, 'down', accent),
  ],
  alternative: {
    en: 'Poster: concentric rings of white and indigo, cut in half and shifted, around an orange core.',
    fr: 'Affiche : des anneaux blancs et indigo, coupés en deux et décalés, autour d’un cœur orange.',
  },
};

function vase(x: number, base: number, scale: number, fill: string): Shape {
  const s = (value: number): number => value * scale;
  return area(
    `M${x - s(30)} ${base}h${s(60)}c0 ${-s(40)} ${s(50)} ${-s(60)} ${s(50)} ${-s(110)}` +
      `c0 ${-s(50)} ${-s(60)} ${-s(50)} ${-s(60)} ${-s(90)}h${s(20)}v${-s(20)}h${-s(80)}v${s(20)}h${s(20)}` +
      `c0 ${s(40)} ${-s(60)} ${s(40)} ${-s(60)} ${s(90)}c0 ${s(50)} ${s(50)} ${s(70)} ${s(50)} ${s(110)}z`,
    fill,
  );
}

function storedThings(fill: string): Shape[] {
  return [
    rect(560, 468, 640, 16, fill),
    rect(400, 722, 800, 16, fill),
    arch(580, 470, 84, 130, fill),
    vase(742, 470, 0.86, fill),
    disc(878, 408, 62, fill),
    rect(866, 330, 24, 24, fill),
    polygon(
      [
        [950, 470],
        [1000, 300],
        [1050, 470],
      ],
      fill,
    ),
    rect(1078, 340, 122, 130, fill),
    rect(420, 604, 104, 120, fill),
    ring(616, 662, 50, fill, 24),
    vase(764, 724, 1.02, fill),
    arch(868, 724, 70, 178, fill),
    arch(952, 724, 70, 120, fill),
    vase(1108, 724, 0.72, fill),
  ];
}

const beam = polygon(
  [
    [774, 150],
    [890, 150],
    [1112, 800],
    [552, 800],
  ],
  light,
);

/** What stands in the light is seen dark against it; the rest glows in the colour of the lamp. */
const storesTour: Poster = {
  title: 'Les réserves à la lampe',
  language,
  ground: dark,
  ink: light,
  box: { x: 72, y: 84, width: 640, height: 240 },
  largestLetters: 104,
  shapes: [
    ...storedThings(accent),
    beam,
    within('beam', beam, storedThings(dark)),
    rect(826, 0, 12, 84, accent),
    halfDisc(832, 152, 92, 'up', accent),
  ],
  alternative: {
    en: 'Poster: the cone of a lamp falls on shelves of vases, jars and boxes.',
    fr: 'Affiche : le cône d’une lampe éclaire des étagères de vases, de bocaux et de boîtes.',
  },
};

function figure(x: number, width: number, height: number, colour: string): Shape[] {
  return [
    arch(x, 800, width, height, colour),
    disc(x + width / 2, 800 - height - width * 0.3, width * 0.27, colour),
  ];
}

/** Two tall and three small, like skittles. */
const family: Poster = {
  title: 'Billet famille',
  language,
  ground: accent,
  ink: dark,
  box: { x: 72, y: 84, width: 520, height: 270 },
  largestLetters: 128,
  shapes: [
    ...figure(440, 130, 170, light),
    ...figure(590, 220, 420, light),
    ...figure(760, 140, 220, dark),
    ...figure(930, 230, 480, dark),
    ...figure(1050, 120, 150, light),
  ],
  alternative: {
    en: 'Poster: five figures built of arches and discs, two tall and three small.',
    fr: 'Affiche : cinq silhouettes d’arcs et de disques, deux grandes et trois petites.',
  },
};

export const museumPosters = { collections, blue, 'stores-tour': storesTour, family };
