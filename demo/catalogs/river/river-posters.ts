import type { Palette, Poster } from '../posters/poster';
import { area, curve, disc, halfDisc, line, polygon, rect, repeat, wave } from '../posters/shapes';
import type { Shape } from '../posters/shapes';

/** Deep water, mist and gorse: OKLCH 0.40 0.075 205, 0.965 0.014 190, 0.87 0.165 95. */
const riverPalette: Palette = { dark: '#00535b', light: '#e9f7f5', accent: '#f6d236' };

const { dark, light, accent } = riverPalette;
const language = 'fr';

/** A boat of three shapes; (x, y) is the middle of its water line. */
function boat(x: number, y: number, size: number, hull: string, cabin: string): Shape[] {
  return [
    rect(x - size * 0.55, y - size * 0.62, size * 1.0, size * 0.3, cabin),
    ...repeat(3, (index) => disc(x - size * 0.34 + index * size * 0.3, y - size * 0.47, size * 0.08, hull)),
    area(
      `M${x - size} ${y - size * 0.34}H${x + size}Q${x + size * 0.9} ${y} ${x + size * 0.5} ${y}H${x - size * 0.6}Q${x - size * 0.9} ${y} ${x - size} ${y - size * 0.34}z`,
      hull,
    ),
  ];
}

const bend = 'M-80 668H561A110 110 0 0 0 648 490.7A230 230 0 1 1 1012 490.7A110 110 0 0 0 1099 668H1280';

/** The river turns back upon itself around the sun. */
const loop: Poster = {
  title: 'La Grande Boucle',
  language,
  ground: light,
  ink: dark,
  box: { x: 72, y: 84, width: 430, height: 400 },
  largestLetters: 124,
  shapes: [
    curve(bend, dark, 128),
    curve(bend, light, 6),
    disc(830, 350, 112, accent),
    ...boat(270, 700, 116, accent, light),
  ],
  alternative: {
    en: 'Poster: a wide river makes a loop around a yellow sun; a small boat enters the bend.',
    fr: 'Affiche : un large fleuve fait une boucle autour d’un soleil jaune ; un petit bateau s’y engage.',
  },
};

/** The sun goes down in slices. */
const sunset: Poster = {
  title: 'Au couchant',
  language,
  ground: accent,
  ink: dark,
  box: { x: 72, y: 84, width: 500, height: 300 },
  largestLetters: 116,
  shapes: [
    disc(850, 480, 320, light),
    ...repeat(4, (index) => rect(490, 310 + index * 52, 720, 8 + index * 6, accent)),
    rect(0, 500, 1200, 300, dark),
    ...repeat(5, (index) =>
      rect(570 + index * 52 + (index % 2) * 26, 536 + index * 52, 560 - index * 104, 24 - index * 2, light),
    ),
    ...boat(300, 500, 124, dark, light),
  ],
  alternative: {
    en: 'Poster: a pale sun sinks in slices behind the dark river, past the outline of a boat.',
    fr: 'Affiche : un soleil pâle se couche par tranches derrière le fleuve sombre, devant un bateau.',
  },
};

/** Eight boughs that rise together and fall apart. */
function willow(x: number, base: number, height: number, colour: string): Shape[] {
  const top = base - height * 0.66;
  const boughs = [-4, -3, -2, -1, 1, 2, 3, 4].map((side) => {
    const reach = side * height * 0.125;
    const peak = top - height * (0.52 - Math.abs(side) * 0.03);
    const fall = base - height * (0.26 + (Math.abs(side) % 2) * 0.12);
    return curve(`M${x} ${top}C${x} ${peak} ${x + reach} ${peak} ${x + reach} ${fall}`, colour, 17);
  });
  const trunk = [
    [x, base],
    [x, top],
  ] as const;
  return [line(trunk, colour, 26), ...boughs];
}

/** A rope from bank to bank. */
const ferry: Poster = {
  title: 'Le Bac',
  language,
  ground: dark,
  ink: light,
  box: { x: 72, y: 72, width: 620, height: 190 },
  largestLetters: 190,
  shapes: [
    halfDisc(80, 640, 300, 'up', accent),
    halfDisc(1110, 640, 360, 'up', light),
    ...willow(1030, 300, 250, accent),
    line(
      [
        [0, 470],
        [1200, 470],
      ],
      dark,
      22,
    ),
    line(
      [
        [0, 470],
        [1200, 470],
      ],
      light,
      8,
    ),
    line(
      [
        [560, 470],
        [560, 590],
      ],
      light,
      8,
    ),
    ...boat(560, 664, 150, accent, light),
    rect(0, 640, 1200, 160, dark),
    ...repeat(3, (index) =>
      wave(
        { from: -80 - index * 60, to: 1320, y: 672 + index * 44, length: 240, height: 36, width: 12 },
        light,
      ),
    ),
  ],
  alternative: {
    en: 'Poster: a small ferry crosses on its rope towards an island with a willow.',
    fr: 'Affiche : un petit bac traverse le long de sa corde vers une île plantée d’un saule.',
  },
};

/** Six columns; the same six in the water, cut by its ripples. */
const museumVisit: Poster = {
  title: 'Musée Lormeau, vu du quai',
  language,
  ground: accent,
  ink: dark,
  box: { x: 72, y: 84, width: 440, height: 420 },
  largestLetters: 92,
  shapes: [
    polygon(
      [
        [560, 246],
        [850, 92],
        [1140, 246],
      ],
      dark,
    ),
    disc(850, 190, 28, accent),
    rect(560, 262, 580, 34, dark),
    ...repeat(6, (index) => rect(580 + index * 99.6, 312, 42, 172, dark)),
    rect(540, 500, 620, 34, dark),
    rect(0, 534, 1200, 266, dark),
    ...repeat(6, (index) => rect(580 + index * 99.6, 566, 42, 172, light)),
    rect(560, 772, 580, 28, light),
    ...repeat(3, (index) => rect(0, 592 + index * 46, 1200, 6 + index * 5, dark)),
    ...repeat(3, (index) => rect(72 + index * 120, 616 + index * 46, 300 - index * 60, 10, light)),
  ],
  alternative: {
    en: 'Poster: a museum with six columns and its broken reflection in the river.',
    fr: 'Affiche : un musée à six colonnes et son reflet brisé dans le fleuve.',
  },
};

/** One half columns, the other half sail. */
const museumAndBoat: Poster = {
  title: 'Musée et bateau',
  language,
  ground: light,
  ink: dark,
  box: { x: 72, y: 84, width: 400, height: 400 },
  largestLetters: 116,
  shapes: [
    rect(860, 0, 340, 800, accent),
    polygon(
      [
        [520, 260],
        [844, 96],
        [844, 260],
      ],
      dark,
    ),
    rect(520, 276, 324, 30, dark),
    ...repeat(3, (index) => rect(548 + index * 108, 322, 48, 316, dark)),
    area('M876 96C1040 200 1110 360 1120 520H876z', light),
    area('M876 540H1160C1150 610 1100 640 1030 640H876z', dark),
    ...repeat(3, (index) =>
      wave(
        { from: -90 - index * 45, to: 1320, y: 664 + index * 48, length: 180, height: 40, width: 20 },
        dark,
      ),
    ),
  ],
  alternative: {
    en: 'Poster: the left half of a museum and the right half of a sailing boat share the same waves.',
    fr: 'Affiche : la moitié gauche d’un musée et la moitié droite d’un voilier partagent les mêmes vagues.',
  },
};

export const riverPosters = {
  loop,
  sunset,
  ferry,
  'museum-visit': museumVisit,
  'museum-and-boat': museumAndBoat,
};
