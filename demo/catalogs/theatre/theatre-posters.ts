import type { Bilingual } from '../common/bilingual';

/** The posters in `posters/`, described for people who can't see them. */
export const theatrePosters = {
  'lock-keeper': {
    en: 'Poster: a full moon rises behind the red gates of a lock.',
    fr: 'Affiche : la pleine lune se lève derrière les portes rouges d’une écluse.',
  },
  tides: {
    en: 'Poster: a red curtain opens upon rows of dark waves.',
    fr: 'Affiche : un rideau rouge s’ouvre sur des rangées de vagues sombres.',
  },
  'tides-under-26': {
    en: 'Poster: twenty-six theatre seats in four rows, most of them taken.',
    fr: 'Affiche : vingt-six fauteuils de théâtre en quatre rangs, presque tous occupés.',
  },
  'strings-and-reeds': {
    en: 'Poster: four strings cross the round sound hole of an instrument; bulrushes stand beside it.',
    fr: 'Affiche : quatre cordes traversent la rosace d’un instrument, bordée de massettes.',
  },
  'little-rain': {
    en: 'Poster: a red and dark umbrella under evenly falling drops.',
    fr: 'Affiche : un parapluie rouge et sombre sous des gouttes régulières.',
  },
  'table-for-twelve': {
    en: 'Poster: a round table seen from above, laid for twelve, one chair drawn back.',
    fr: 'Affiche : une table ronde vue d’en haut, dressée pour douze, une chaise reculée.',
  },
  'glass-harbour': {
    en: 'Poster: two glass sails stand on a golden hull before a low sun.',
    fr: 'Affiche : deux voiles de verre se dressent sur une coque dorée, devant un soleil bas.',
  },
} satisfies Record<string, Bilingual>;
