import type { Bilingual } from '../common/bilingual';

/** The posters in `posters/`, described for people who can't see them. */
export const riverPosters = {
  loop: {
    en: 'Poster: a wide river makes a loop around a yellow sun; a small boat enters the bend.',
    fr: 'Affiche : un large fleuve fait une boucle autour d’un soleil jaune ; un petit bateau s’y engage.',
  },
  sunset: {
    en: 'Poster: a pale sun sinks in slices behind the dark river, past the outline of a boat.',
    fr: 'Affiche : un soleil pâle se couche par tranches derrière le fleuve sombre, devant un bateau.',
  },
  ferry: {
    en: 'Poster: a small ferry crosses on its rope towards an island with a willow.',
    fr: 'Affiche : un petit bac traverse le long de sa corde vers une île plantée d’un saule.',
  },
  'museum-visit': {
    en: 'Poster: a museum with six columns and its broken reflection in the river.',
    fr: 'Affiche : un musée à six colonnes et son reflet brisé dans le fleuve.',
  },
  'museum-and-boat': {
    en: 'Poster: the left half of a museum and the right half of a sailing boat share the same waves.',
    fr: 'Affiche : la moitié gauche d’un musée et la moitié droite d’un voilier partagent les mêmes vagues.',
  },
} satisfies Record<string, Bilingual>;
