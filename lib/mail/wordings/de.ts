import type { Wording } from '../wording';

export const de: Wording = {
  confirmation: {
    subject: (reference) => `Ihre Tickets – Bestellung ${reference}`,
    heading: 'Ihre Tickets sind da',
    introduction:
      'Vielen Dank. Ihre Bestellung ist bestätigt, und Ihre Tickets liegen auf der Bestellseite bereit, zum Vorzeigen oder Ausdrucken.',
  },
  preparing: {
    subject: (reference) => `Ihre Bestellung ist bestätigt – Bestellung ${reference}`,
    heading: 'Ihre Bestellung ist bestätigt',
    introduction:
      'Vielen Dank. Ihre Bestellung ist bestätigt. Die Tickets werden vorbereitet: Wir schreiben Ihnen noch einmal, sobald sie da sind.',
  },
  ticketsReady: {
    subject: (reference) => `Ihre Tickets sind da – Bestellung ${reference}`,
    heading: 'Ihre Tickets sind da',
    introduction:
      'Die Tickets Ihrer Bestellung liegen jetzt auf der Bestellseite bereit, zum Vorzeigen oder Ausdrucken.',
  },
  refund: {
    subject: (reference) => `Ihr Geld ist auf dem Weg zurück zu Ihnen – Bestellung ${reference}`,
    heading: 'Ihre Bestellung kam nicht zustande',
    introduction: (amount) =>
      `Sie hatten ${amount} bezahlt. Der volle Betrag wurde auf Ihr Zahlungsmittel erstattet.`,
    when: 'Ihre Bank zeigt ihn in wenigen Tagen an.',
  },
  notCharged: {
    subject: (reference) => `Es wurde nichts abgebucht – Bestellung ${reference}`,
    heading: 'Ihre Bestellung kam nicht zustande',
    introduction: 'Es wurde nichts abgebucht.',
    pending: (amount) =>
      `Falls Ihre Bank ${amount} als vorgemerkt anzeigt, verschwindet der Eintrag in wenigen Tagen von selbst.`,
  },
  reasons: {
    sold_out:
      'Ihre Tickets waren für begrenzte Zeit reserviert. Ihre Zahlung kam erst danach, und die letzten Tickets waren schon verkauft.',
    price_changed:
      'Ihre Tickets waren für begrenzte Zeit reserviert. Ihre Zahlung kam erst danach, und der Preis hatte sich geändert: Wir wollten Ihnen nichts berechnen, dem Sie nicht zugestimmt haben.',
    order_refused: 'Der Ticketaussteller hat die Bestellung nicht angenommen.',
  },
  code: {
    subject: 'Ihr Code, um Ihre Bestellungen zu finden',
    heading: 'Ihr Code',
    introduction: 'Geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:',
    goodFor: (minutes) => `Er gilt einmal und ${minutes} Minuten lang.`,
    ignore:
      'Falls Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun: Ohne den Code kann niemand Ihre Bestellungen sehen. Wir fragen Sie nie am Telefon oder per E-Mail danach.',
  },
  openTickets: 'Tickets öffnen',
  openOrder: 'Bestellung ansehen',
  keepLink:
    'Wer diesen Link hat, kann Ihre Tickets öffnen: Geben Sie ihn nur an Menschen weiter, denen Sie auch die Tickets geben würden.',
  fee: 'Buchungsgebühr',
  discount: 'Rabatt',
  total: 'Gesamt',
  anyTime: 'den ganzen Tag über',
  venueTime: (zone) => `Alle Uhrzeiten sind Ortszeit (${zone}).`,
  reference: 'Bestellnummer',
  colon: ':',
  automatic: 'Diese E-Mail wurde automatisch verschickt.',
};
