import { both } from '../common/bilingual';

export const catalogName = both('The Lock Theatre', 'Théâtre de l’Écluse');

export const eventTexts = {
  'lock-keeper': {
    name: both('The Lock-Keeper’s Night', 'La Nuit de l’éclusier'),
    description: both(
      'A comedy in one night. On the last evening before his lock is made automatic, Anselme Rousset lets no boat through until its captain has told him a true story. By midnight eleven are waiting, one is sinking, and the inspector is on the towpath. Played in French with English surtitles.',
      'Une comédie en une nuit. Le dernier soir avant l’automatisation de son écluse, Anselme Rousset ne laisse passer aucun bateau dont le capitaine ne lui ait raconté une histoire vraie. À minuit, onze attendent, un coule, et l’inspecteur est sur le chemin de halage. En français, surtitré en anglais.',
    ),
  },
  tides: {
    name: both('The Tides', 'Les Marées'),
    description: both(
      'Two sisters inherit a house that the sea visits twice a day. One wants to sell it, the other has already moved the beds upstairs. Maud Keravel’s play for four actors and a great deal of water won the city’s prize for new writing. Played in English and French, each surtitled in the other.',
      'Deux sœurs héritent d’une maison où la mer entre deux fois par jour. L’une veut vendre, l’autre a déjà monté les lits à l’étage. La pièce de Maud Keravel, pour quatre comédiens et beaucoup d’eau, a reçu le prix de la ville pour l’écriture nouvelle. En anglais et en français, chaque langue surtitrée dans l’autre.',
    ),
  },
  'strings-and-reeds': {
    name: both('Strings and Reeds', 'Cordes et Roseaux'),
    description: both(
      'The Orge Quartet meets a clarinet, a bassoon and the wind in the fly tower. Haydn’s “Lark”, songs of the Loire boatmen arranged for seven players, and a new piece that asks the audience to hum. Two halves with an interval; the bar is open in it.',
      'Le Quatuor Orge rencontre une clarinette, un basson et le vent des cintres. « L’Alouette » de Haydn, des chants de mariniers de Loire arrangés pour sept musiciens, et une création qui demande au public de fredonner. Deux parties avec entracte ; le bar y est ouvert.',
    ),
  },
  'little-rain': {
    name: both('Little Rain', 'Petite Pluie'),
    description: both(
      'A drop falls out of her cloud and has to find the way home: through a gutter, a watering can, a heron and the sea. Puppets, umbrellas and not one spoken word, for everyone from the age of three.',
      'Une goutte tombe de son nuage et doit retrouver le chemin de la maison : par une gouttière, un arrosoir, un héron et la mer. Des marionnettes, des parapluies et pas une parole, pour tous dès trois ans.',
    ),
  },
  'table-for-twelve': {
    name: both('Table for Twelve', 'Table pour douze'),
    description: both(
      'One actress, one pot of soup, twelve guests around her table in the old paint shop. While it cooks she tells how her grandmother hid a whole orchestra in a cellar. There is no thirteenth chair.',
      'Une comédienne, une marmite de soupe, douze convives autour de sa table, dans l’ancien atelier de peinture. Le temps de la cuisson, elle raconte comment sa grand-mère a caché tout un orchestre dans une cave. Il n’y a pas de treizième chaise.',
    ),
  },
  'glass-harbour': {
    name: both('The Glass Harbour', 'Le Port de verre'),
    description: both(
      'An opera for six singers, a children’s choir and a hundred and twenty glasses. A port has sold its sea, and its people learn to play what is left in the bottles. Sung in French and English with surtitles in both. Every seat is numbered.',
      'Un opéra pour six voix, un chœur d’enfants et cent vingt verres. Un port a vendu sa mer, et ses habitants apprennent à jouer de ce qui reste dans les bouteilles. Chanté en français et en anglais, surtitré dans les deux langues. Toutes les places sont numérotées.',
    ),
  },
};

const evening = both(
  '<ul><li>Doors open at half past seven; late arrivals are seated at a suitable moment</li><li>Unnumbered seats</li><li>Four wheelchair spaces: write to us after booking</li></ul>',
  '<ul><li>Ouverture des portes à 19 h 30 ; les retardataires entrent à un moment propice</li><li>Placement libre</li><li>Quatre emplacements pour fauteuils roulants : écrivez-nous après la réservation</li></ul>',
);
const matinee = both(
  '<ul><li>Doors open at half past two</li><li>Unnumbered seats</li><li>Tea and <em>gâteau nantais</em> in the foyer afterwards</li></ul>',
  '<ul><li>Ouverture des portes à 14 h 30</li><li>Placement libre</li><li>Thé et gâteau nantais au foyer après la représentation</li></ul>',
);

export const productTexts = {
  'lock-keeper-evening': {
    name: both('The Lock-Keeper’s Night, evening', 'La Nuit de l’éclusier, soirée'),
    description: both(
      `<p>At <strong>eight in the evening</strong>, an hour and fifty minutes without an interval.</p>${evening.en}`,
      `<p>À <strong>20 h</strong>, une heure cinquante sans entracte.</p>${evening.fr}`,
    ),
  },
  'lock-keeper-matinee': {
    name: both('The Lock-Keeper’s Night, matinee', 'La Nuit de l’éclusier, matinée'),
    description: both(
      `<p>Saturday and Sunday <strong>at three</strong>, an hour and fifty minutes without an interval.</p>${matinee.en}`,
      `<p>Samedi et dimanche <strong>à 15 h</strong>, une heure cinquante sans entracte.</p>${matinee.fr}`,
    ),
  },
  'tides-evening': {
    name: both('The Tides, evening', 'Les Marées, soirée'),
    description: both(
      `<p>At <strong>eight in the evening</strong>, an hour and a half. The first row gets wet; <em>so do its shoes</em>.</p>${evening.en}`,
      `<p>À <strong>20 h</strong>, une heure et demie. Le premier rang est mouillé ; <em>ses chaussures aussi</em>.</p>${evening.fr}`,
    ),
  },
  'tides-matinee': {
    name: both('The Tides, matinee', 'Les Marées, matinée'),
    description: both(
      `<p>Saturday and Sunday <strong>at three</strong>, an hour and a half. The Sunday matinee is followed by a talk with the company.</p>${matinee.en}`,
      `<p>Samedi et dimanche <strong>à 15 h</strong>, une heure et demie. Le dimanche, rencontre avec la compagnie après la représentation.</p>${matinee.fr}`,
    ),
  },
  'tides-under-26': {
    name: both('The Tides, under 26', 'Les Marées, moins de 26 ans'),
    description: both(
      '<p><strong>Half price for everyone under 26</strong>, every evening, while the twenty-six tickets of the night last.</p><p>Please bring proof of age: it is looked at, with a smile.</p>',
      '<p><strong>Demi-tarif pour les moins de 26 ans</strong>, tous les soirs, dans la limite des vingt-six billets de la soirée.</p><p>Munissez-vous d’un justificatif : on le regarde, avec le sourire.</p>',
    ),
  },
  'strings-and-reeds': {
    name: both('Strings and Reeds, concert', 'Cordes et Roseaux, concert'),
    description: both(
      '<p>Sunday <strong>at half past six</strong>, two hours with the interval. One price, every seat.</p><p><em>Under twelve? Ask at the desk: a child’s seat costs what is in its pocket.</em></p>',
      '<p>Le dimanche <strong>à 18 h 30</strong>, deux heures entracte compris. Tarif unique, toutes places.</p><p><em>Moins de douze ans ? Demandez à l’accueil : une place d’enfant coûte ce qu’il a en poche.</em></p>',
    ),
  },
  'little-rain': {
    name: both('Little Rain, one seat', 'Petite Pluie, une place'),
    description: both(
      '<p><strong>One price for all ages</strong>; babies on a lap come free.</p><ul><li>Forty-five minutes</li><li>Cushions in front, chairs behind</li><li>Prams stay in the foyer, where someone minds them</li></ul>',
      '<p><strong>Un seul prix à tout âge</strong> ; les bébés sur les genoux entrent sans billet.</p><ul><li>Quarante-cinq minutes</li><li>Des coussins devant, des chaises derrière</li><li>Les poussettes restent au foyer, où on les surveille</li></ul>',
    ),
  },
  'table-for-twelve': {
    name: both('Table for Twelve, with supper', 'Table pour douze, souper compris'),
    description: both(
      '<p>A chair at the table, <strong>a bowl of soup, bread and a glass of wine</strong> or apple juice. An hour and a half.</p><ul><li>The soup is vegetarian; it contains celery and milk</li><li>The paint shop is behind the stage, up five steps</li></ul>',
      '<p>Une chaise à la table, <strong>un bol de soupe, du pain et un verre de vin</strong> ou de jus de pomme. Une heure et demie.</p><ul><li>La soupe est végétarienne ; elle contient du céleri et du lait</li><li>L’atelier est derrière le plateau, en haut de cinq marches</li></ul>',
    ),
  },
};

const seated = both(
  '<ul><li>Numbered seats: choose yours, or take the best that are free</li><li>Four places for wheelchairs, each with a seat for a companion, in the last row of the stalls</li></ul>',
  '<ul><li>Places numérotées : choisissez la vôtre, ou prenez les meilleures places libres</li><li>Quatre emplacements pour fauteuils roulants, chacun avec une place pour l’accompagnant, au dernier rang du parterre</li></ul>',
);

/** What the tickets of a zone for the opera are called: for adults, or for people under 26. */
export function harbourTexts(zone: string, isReduced: boolean) {
  return {
    name: isReduced
      ? both(`The Glass Harbour, zone ${zone}, under 26`, `Le Port de verre, zone ${zone}, moins de 26 ans`)
      : both(`The Glass Harbour, zone ${zone}`, `Le Port de verre, zone ${zone}`),
    description: isReduced
      ? both(
          `<p>A seat in <strong>zone ${zone}</strong> for everyone under 26; proof of age is looked at, with a smile.</p>${seated.en}`,
          `<p>Une place en <strong>zone ${zone}</strong> pour les moins de 26 ans ; on regarde le justificatif, avec le sourire.</p>${seated.fr}`,
        )
      : both(
          `<p>A seat in <strong>zone ${zone}</strong>, two hours with the interval.</p>${seated.en}`,
          `<p>Une place en <strong>zone ${zone}</strong>, deux heures entracte compris.</p>${seated.fr}`,
        ),
  };
}

export const ticketName = both('Seat', 'Place');
