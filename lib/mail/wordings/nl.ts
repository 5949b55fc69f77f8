import type { Wording } from '../wording';

export const nl: Wording = {
  confirmation: {
    subject: (reference) => `Uw tickets – bestelling ${reference}`,
    heading: 'Uw tickets staan klaar',
    introduction:
      'Hartelijk dank. Uw bestelling is bevestigd en de tickets staan op de pagina van de bestelling, om te tonen of af te drukken.',
  },
  preparing: {
    subject: (reference) => `Uw bestelling is bevestigd – bestelling ${reference}`,
    heading: 'Uw bestelling is bevestigd',
    introduction:
      'Hartelijk dank. Uw bestelling is bevestigd. De tickets worden voorbereid: we schrijven u opnieuw zodra ze klaarstaan.',
  },
  ticketsReady: {
    subject: (reference) => `Uw tickets staan klaar – bestelling ${reference}`,
    heading: 'Uw tickets staan klaar',
    introduction: 'De tickets staan nu op de pagina van uw bestelling, om te tonen of af te drukken.',
  },
  refund: {
    subject: (reference) => `Uw geld is onderweg naar u terug – bestelling ${reference}`,
    heading: 'Uw bestelling kon niet worden uitgevoerd',
    introduction: (amount) =>
      `U had ${amount} betaald. Het volledige bedrag is terugbetaald via het betaalmiddel dat u hebt gebruikt.`,
    when: 'Uw bank toont het binnen enkele dagen.',
  },
  notCharged: {
    subject: (reference) => `Er is niets afgeschreven – bestelling ${reference}`,
    heading: 'Uw bestelling kon niet worden uitgevoerd',
    introduction: 'Er is niets afgeschreven.',
    pending: (amount) =>
      `Als uw bank ${amount} als gereserveerd toont, verdwijnt die post binnen enkele dagen vanzelf.`,
  },
  reasons: {
    sold_out:
      'Uw tickets waren voor beperkte tijd gereserveerd. Uw betaling kwam daarna, en anderen hadden de laatste gekocht.',
    price_changed:
      'Uw tickets waren voor beperkte tijd gereserveerd. Uw betaling kwam daarna, en de prijs was veranderd: we wilden u niets in rekening brengen waarmee u niet akkoord was gegaan.',
    order_refused: 'De uitgever van de tickets heeft de bestelling niet aanvaard.',
  },
  code: {
    subject: 'Uw code om uw bestellingen te vinden',
    heading: 'Uw code',
    introduction: 'Vul deze code in op de pagina waar u erom hebt gevraagd:',
    goodFor: (minutes) => `De code is één keer en ${minutes} minuten geldig.`,
    ignore:
      'Hebt u er niet om gevraagd? Dan hoeft u niets te doen: zonder de code kan niemand uw bestellingen zien. Wij vragen u er nooit om via telefoon of e-mail.',
  },
  openTickets: 'Open uw tickets',
  openOrder: 'Bekijk de bestelling',
  keepLink:
    'Iedereen met deze link kan uw tickets openen: geef hem alleen door aan mensen aan wie u ze zou geven.',
  fee: 'Boekingskosten',
  discount: 'Korting',
  total: 'Totaal',
  anyTime: 'die dag op elk moment',
  venueTime: (zone) => `Alle tijden zijn plaatselijke tijd (${zone}).`,
  reference: 'Bestelnummer',
  colon: ':',
  automatic: 'Dit bericht is automatisch verstuurd.',
};
