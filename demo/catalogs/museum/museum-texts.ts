import { both } from '../common/bilingual';

export const catalogName = both('Lormeau Museum', 'Musée Lormeau');

export const eventTexts = {
  collections: {
    name: both('Water and Thread', 'L’eau et le fil'),
    description: both(
      'Eleven rooms on the river and the cloth that travelled down it: boatmen’s charts, sample books, carved printing blocks and four hundred lengths of printed cotton, in the workshop where Augustin Lormeau began to print in 1786. The windows look out on the Loire.',
      'Onze salles sur le fleuve et les étoffes qu’il a portées : cartes de mariniers, livres d’échantillons, planches gravées et quatre cents lés de coton imprimé, dans l’atelier où Augustin Lormeau se mit à imprimer en 1786. Les fenêtres donnent sur la Loire.',
    ),
  },
  blue: {
    name: both('Blue, the Long Way Round', 'Bleu, au long cours'),
    description: both(
      'How one colour crossed three oceans. From the vats of Gujarat to the fishermen’s smocks of the Loire, a hundred and twenty pieces follow indigo through ports, ledgers and laundries, up to five dyers who work with it today. Entry is by timed ticket; once inside, stay as long as you like.',
      'Comment une couleur a traversé trois océans. Des cuves du Gujarat aux vareuses des pêcheurs de Loire, cent vingt pièces suivent l’indigo à travers les ports, les registres et les lavoirs, jusqu’à cinq teinturiers d’aujourd’hui. L’entrée se fait à heure fixe ; une fois dans les salles, restez le temps qu’il vous plaira.',
    ),
  },
  'stores-tour': {
    name: both('The Stores by Lamplight', 'Les réserves à la lampe'),
    description: both(
      'Nine tenths of the collection never hang on a wall. Twelve visitors at a time follow a curator into the stores, lamp in hand: drawers are opened, rolls unrolled, and questions answered that no label asks. Not suitable for wheelchairs beyond the first room; please tell us, and we bring the pieces to you.',
      'Neuf dixièmes de la collection ne sont jamais accrochés. Par groupes de douze, on suit une conservatrice dans les réserves, lampe à la main : on ouvre les tiroirs, on déroule les rouleaux, on répond aux questions qu’aucun cartel ne pose. Au-delà de la première salle, le parcours n’est pas accessible en fauteuil : prévenez-nous, les pièces viendront à vous.',
    ),
  },
  'gift-card': {
    name: both('Gift card', 'Carte cadeau'),
    description: both(
      'A day at the museum to give away, and whoever receives it chooses which one: the card pays for any ticket of the museum, all at once or in parts.',
      'Un jour au musée à offrir, et la personne qui le reçoit choisit lequel : la carte paie tous les billets du musée, en une ou plusieurs fois.',
    ),
  },
};

const giftCardText = both(
  '<p>It pays for <strong>any ticket of the museum</strong>, all at once or in parts: enter its code as a voucher when you book. What is left stays on the card.</p><ul><li>The code is in your order and on a page to print</li><li>Valid until the end of the third year after the purchase</li><li>As long as nothing of it is used, you can return it</li></ul>',
  '<p>Elle paie <strong>tous les billets du musée</strong>, en une ou plusieurs fois : saisissez son code comme bon lors de la réservation. Ce qui reste demeure sur la carte.</p><ul><li>Le code se trouve dans votre commande et sur une page à imprimer</li><li>Valable jusqu’à la fin de la troisième année après l’achat</li><li>Tant que rien n’en est utilisé, vous pouvez la rendre</li></ul>',
);

export const tourLanguages = {
  french: both('Tour in French', 'Visite en français'),
  english: both('Tour in English', 'Visite en anglais'),
};

const collectionsIncluded = both(
  '<ul><li>All eleven rooms of the permanent collection</li><li>Audio guide in English, French or German</li><li>Come and go all day: keep your ticket</li></ul>',
  '<ul><li>Les onze salles de la collection permanente</li><li>Audioguide en français, anglais ou allemand</li><li>Allées et venues libres toute la journée : gardez votre billet</li></ul>',
);

export const productTexts = {
  'collections-adult': {
    name: both('Collections, full price', 'Collections, plein tarif'),
    description: both(
      `<p>One adult, <strong>any time on the day you choose</strong>, from ten o’clock; last entry at a quarter to six.</p>${collectionsIncluded.en}`,
      `<p>Un adulte, <strong>à toute heure du jour choisi</strong>, dès dix heures ; dernière entrée à 17 h 45.</p>${collectionsIncluded.fr}`,
    ),
  },
  'collections-reduced': {
    name: both('Collections, reduced price', 'Collections, tarif réduit'),
    description: both(
      `<p>For visitors <strong>aged 12 to 25</strong>, students, job seekers and holders of a disability card (whose companion enters free). Please bring proof.</p>${collectionsIncluded.en}<p>Children under 12 need no ticket.</p>`,
      `<p>Pour les <strong>12 à 25 ans</strong>, étudiants, demandeurs d’emploi et titulaires d’une carte d’invalidité (entrée libre pour l’accompagnateur). Sur présentation d’un justificatif.</p>${collectionsIncluded.fr}<p>Les moins de 12 ans entrent sans billet.</p>`,
    ),
  },
  'collections-family': {
    name: both('Family ticket', 'Billet famille'),
    description: both(
      '<p><strong>Two adults and up to three young people under 18</strong>, together, any time that day.</p><p>With it comes the <em>Block Printer’s Satchel</em>: three wooden blocks, an ink pad and a trail through the rooms, to be returned at the desk. What has been printed may go home.</p>',
      '<p><strong>Deux adultes et jusqu’à trois jeunes de moins de 18 ans</strong>, ensemble, à toute heure de la journée.</p><p>Avec le billet, la <em>Sacoche de l’imprimeur</em> : trois planches de bois, un tampon encreur et un parcours dans les salles, à rendre à l’accueil. Ce qui est imprimé s’emporte.</p>',
    ),
  },
  'blue-adult': {
    name: both('Blue and the collections, full price', 'Bleu et les collections, plein tarif'),
    description: both(
      '<p>Choose the <strong>time at which you enter the exhibition</strong>; the permanent collection is yours for the whole day, before or after.</p><ul><li>Please come within twenty minutes of your time</li><li>Cloakroom for bags larger than a sheet of A4</li><li>Open until nine on Thursdays</li></ul>',
      '<p>Choisissez votre <strong>heure d’entrée dans l’exposition</strong> ; la collection permanente est à vous toute la journée, avant ou après.</p><ul><li>Présentez-vous dans les vingt minutes qui suivent l’heure choisie</li><li>Vestiaire pour les sacs plus grands qu’une feuille A4</li><li>Nocturne le jeudi jusqu’à 21 h</li></ul>',
    ),
  },
  'blue-reduced': {
    name: both('Blue and the collections, reduced price', 'Bleu et les collections, tarif réduit'),
    description: both(
      '<p>The exhibition at the time you choose and the collection all day, for visitors <strong>aged 12 to 25</strong>, students, job seekers and holders of a disability card. Please bring proof; children under 12 need no ticket.</p>',
      '<p>L’exposition à l’heure choisie et la collection toute la journée, pour les <strong>12 à 25 ans</strong>, étudiants, demandeurs d’emploi et titulaires d’une carte d’invalidité. Sur justificatif ; les moins de 12 ans entrent sans billet.</p>',
    ),
  },
  'stores-tour': {
    name: both('Guided tour of the stores', 'Visite guidée des réserves'),
    description: both(
      '<p>An hour and a quarter with a curator, <strong>twelve people at most</strong>, in French in the morning and in English in the afternoon.</p><ul><li>Meet at the brass lamp in the courtyard, five minutes before</li><li>It is 16 degrees in the stores all year: bring a jacket</li><li>From the age of eight</li></ul><p><em>The ticket does not include the exhibition rooms.</em></p>',
      '<p>Une heure et quart avec une conservatrice, <strong>douze personnes au plus</strong>, en français le matin et en anglais l’après-midi.</p><ul><li>Rendez-vous sous la lampe de cuivre, dans la cour, cinq minutes avant</li><li>Il fait 16 degrés toute l’année dans les réserves : prévoyez une veste</li><li>À partir de huit ans</li></ul><p><em>Le billet ne comprend pas les salles d’exposition.</em></p>',
    ),
  },
  'gift-card-25': { name: both('Gift card, €25', 'Carte cadeau, 25 €'), description: giftCardText },
  'gift-card-50': { name: both('Gift card, €50', 'Carte cadeau, 50 €'), description: giftCardText },
  'gift-card-100': { name: both('Gift card, €100', 'Carte cadeau, 100 €'), description: giftCardText },
};

export const ticketTexts = {
  'gift-card': both('Gift card', 'Carte cadeau'),
  collections: both('Collections, any time that day', 'Collections, toute la journée'),
  blue: both('Exhibition, at the time chosen', 'Exposition, à l’heure choisie'),
  'stores-tour': both('Tour of the stores', 'Visite des réserves'),
};
