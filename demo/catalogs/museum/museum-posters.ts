import type { Bilingual } from '../common/bilingual';

/** The posters in `posters/`, described for people who can't see them. */
export const museumPosters = {
  collections: {
    en: 'Poster: an orange spool of thread unwinds into the blue waves of a river.',
    fr: 'Affiche : une bobine de fil orange se dévide dans les vagues bleues d’un fleuve.',
  },
  blue: {
    en: 'Poster: concentric rings of white and indigo, cut in half and shifted, around an orange core.',
    fr: 'Affiche : des anneaux blancs et indigo, coupés en deux et décalés, autour d’un cœur orange.',
  },
  'stores-tour': {
    en: 'Poster: the cone of a lamp falls on shelves of vases, jars and boxes.',
    fr: 'Affiche : le cône d’une lampe éclaire des étagères de vases, de bocaux et de boîtes.',
  },
  'gift-card': {
    en: 'Poster: an orange ribbon is tied crosswise around an indigo square.',
    fr: 'Affiche : un ruban orange noué en croix autour d’un carré indigo.',
  },
  family: {
    en: 'Poster: five figures built of arches and discs, two tall and three small.',
    fr: 'Affiche : cinq silhouettes d’arcs et de disques, deux grandes et trois petites.',
  },
} satisfies Record<string, Bilingual>;
