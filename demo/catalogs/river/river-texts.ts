import { both } from '../common/bilingual';

export const catalogName = both('La Ligne d’Eau, River Boats', 'La Ligne d’Eau');

export const eventTexts = {
  loop: {
    name: both('The Great Bend', 'La Grande Boucle'),
    description: both(
      'Seventy-five minutes around the great bend of the Loire: the printers’ quay, the sandbanks where the terns nest, the drowned mill of Courtanne, and back under the seven arches. The captain tells the story in French and English; the saloon is heated, the upper deck has the view.',
      'Soixante-quinze minutes autour de la grande boucle de la Loire : le quai des Indienneurs, les bancs de sable où nichent les sternes, le moulin noyé de Courtanne, et retour sous les sept arches. Le capitaine raconte en français et en anglais ; le salon est chauffé, le pont supérieur a la vue.',
    ),
  },
  sunset: {
    name: both('Into the Sunset', 'Au couchant'),
    description: both(
      'The boat leaves three quarters of an hour before the sun does, turns its engine off in the widest reach of the river, and waits. A glass of Crémant, a blanket, and nobody speaks for a while. Departure moves with the season.',
      'Le bateau part trois quarts d’heure avant le soleil, coupe son moteur au plus large du fleuve, et attend. Un verre de crémant, une couverture, et personne ne parle pendant un moment. Le départ suit la saison.',
    ),
  },
  ferry: {
    name: both('The Ferry', 'Le Bac'),
    description: both(
      'Since 1842 a flat boat on a rope has crossed to Willow Island: bathing place in summer, heronry in winter, one good café all year. Bicycles and dogs ride along, and there is always room: when it is full, it comes back at once.',
      'Depuis 1842, un bateau plat sur sa corde mène à l’île aux Saules : baignade en été, hérons en hiver, un bon café toute l’année. Les vélos et les chiens embarquent, et il y a toujours de la place : plein, le bac revient aussitôt.',
    ),
  },
  'museum-visit': {
    name: both('Lormeau Museum, from the Quay', 'Musée Lormeau, vu du quai'),
    description: both(
      'Twenty-five places an hour at the Lormeau Museum are kept for passengers of the line. You enter by the river door, straight from the landing stage, and stay as long as you like.',
      'Au musée Lormeau, vingt-cinq places par heure sont gardées pour les passagers de la ligne. On entre par la porte d’eau, droit depuis le ponton, et l’on reste le temps qu’il plaît.',
    ),
  },
};

export const productTexts = {
  'loop-adult': {
    name: both('The Great Bend, adult', 'La Grande Boucle, adulte'),
    description: both(
      '<p>A cruise of <strong>an hour and a quarter</strong> from the Quai des Indienneurs. Choose your departure; boarding begins fifteen minutes before.</p><ul><li>Heated saloon with bar, open upper deck</li><li>Step-free gangway, accessible toilet</li><li>Dogs travel free</li></ul>',
      '<p>Une croisière d’<strong>une heure et quart</strong> au départ du quai des Indienneurs. Choisissez votre départ ; l’embarquement commence quinze minutes avant.</p><ul><li>Salon chauffé avec bar, pont supérieur ouvert</li><li>Passerelle de plain-pied, toilettes accessibles</li><li>Les chiens voyagent gratuitement</li></ul>',
    ),
  },
  'loop-child': {
    name: both('The Great Bend, child', 'La Grande Boucle, enfant'),
    description: both(
      '<p>For children <strong>from 4 to 12</strong>, travelling with an adult. With it comes the <em>Ship’s Log</em>: ten things to spot from the deck, and a stamp for those who do. Younger children sail free.</p>',
      '<p>Pour les enfants <strong>de 4 à 12 ans</strong> accompagnés d’un adulte. Avec le billet, le <em>Journal de bord</em> : dix choses à repérer depuis le pont, et un tampon pour qui les trouve. Gratuit pour les plus petits.</p>',
    ),
  },
  ferry: {
    name: both('The Ferry, there and back', 'Le Bac, aller et retour'),
    description: both(
      '<p><strong>There and back on the same day.</strong> Choose when you cross; return on any boat you like, the last one leaves the island at six.</p><p>Bicycles and dogs included.</p>',
      '<p><strong>Aller et retour dans la journée.</strong> Choisissez l’heure de la traversée ; le retour se fait par le bateau de votre choix, le dernier quitte l’île à 18 h.</p><p>Vélos et chiens compris.</p>',
    ),
  },
  sunset: {
    name: both('Into the Sunset, with a glass of Crémant', 'Au couchant, avec un verre de crémant'),
    description: both(
      '<p>Ninety minutes on the evening river, <strong>a glass of Crémant de Loire</strong> or elderflower lemonade, a blanket for every seat.</p><p><em>The price follows the weather and the places left; it is settled when you book.</em></p>',
      '<p>Quatre-vingt-dix minutes sur le fleuve du soir, <strong>un verre de crémant de Loire</strong> ou de limonade au sureau, une couverture par siège.</p><p><em>Le prix suit le temps et les places restantes ; il est arrêté au moment de la réservation.</em></p>',
    ),
  },
  'museum-and-boat': {
    name: both('Museum and Boat', 'Musée et bateau'),
    description: both(
      '<p>The cruise around <strong>the Great Bend</strong> and a visit to the <strong>Lormeau Museum</strong>, on one day and one ticket.</p><ul><li>Choose a departure for the boat and an hour for the museum, in either order</li><li>From the landing stage to the river door it is two minutes on foot</li><li>Leave an hour and a half for the museum: the <em>rooms of printed cotton</em> are worth it</li></ul>',
      '<p>La croisière de <strong>la Grande Boucle</strong> et la visite du <strong>musée Lormeau</strong>, le même jour, en un seul billet.</p><ul><li>Choisissez un départ pour le bateau et une heure pour le musée, dans l’ordre qui vous convient</li><li>Du ponton à la porte d’eau, deux minutes à pied</li><li>Comptez une heure et demie au musée : les <em>salles des indiennes</em> le méritent</li></ul>',
    ),
  },
};

export const ticketTexts = {
  boat: both('Boat, at the departure chosen', 'Bateau, au départ choisi'),
  museum: both('Museum, at the hour chosen', 'Musée, à l’heure choisie'),
  ferry: both('Crossing', 'Traversée'),
};
