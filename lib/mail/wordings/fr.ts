import type { Wording } from '../wording';

export const fr: Wording = {
  confirmation: {
    subject: (reference) => `Vos billets – commande ${reference}`,
    heading: 'Vos billets sont prêts',
    introduction:
      'Merci. Votre commande est confirmée et vos billets vous attendent sur sa page, à présenter ou à imprimer.',
  },
  preparing: {
    subject: (reference) => `Votre commande est confirmée – commande ${reference}`,
    heading: 'Votre commande est confirmée',
    introduction:
      'Merci. Votre commande est confirmée. Les billets sont en préparation : nous vous écrivons à nouveau dès qu’ils sont prêts.',
  },
  ticketsReady: {
    subject: (reference) => `Vos billets sont prêts – commande ${reference}`,
    heading: 'Vos billets sont prêts',
    introduction:
      'Les billets de votre commande vous attendent maintenant sur sa page, à présenter ou à imprimer.',
  },
  refund: {
    subject: (reference) => `Votre remboursement est en route – commande ${reference}`,
    heading: 'Votre commande n’a pas pu aboutir',
    introduction: (amount) =>
      `Vous aviez payé ${amount}. La totalité vous a été remboursée sur le moyen de paiement utilisé.`,
    when: 'Votre banque l’affichera sous quelques jours.',
  },
  notCharged: {
    subject: (reference) => `Vous n’avez pas été débité – commande ${reference}`,
    heading: 'Votre commande n’a pas pu aboutir',
    introduction: 'Rien n’a été débité.',
    pending: (amount) =>
      `Si votre banque affiche ${amount} en attente, cette ligne disparaîtra d’elle-même sous quelques jours.`,
  },
  reasons: {
    sold_out:
      'Vos billets étaient réservés pour un temps limité. Votre paiement est arrivé après, et les derniers avaient été vendus.',
    price_changed:
      'Vos billets étaient réservés pour un temps limité. Votre paiement est arrivé après, et le prix avait changé : nous n’avons pas voulu vous facturer ce que vous n’aviez pas accepté.',
    order_refused: 'L’émetteur des billets n’a pas accepté la commande.',
  },
  code: {
    subject: 'Votre code pour retrouver vos commandes',
    heading: 'Votre code',
    introduction: 'Saisissez ce code sur la page où vous l’avez demandé :',
    goodFor: (minutes) => `Il est valable une seule fois, pendant ${minutes} minutes.`,
    ignore:
      'Si vous ne l’avez pas demandé, ignorez ce courrier : sans le code, personne ne peut voir vos commandes. Nous ne vous le demanderons jamais par téléphone ni par e-mail.',
  },
  openTickets: 'Ouvrir mes billets',
  openOrder: 'Voir la commande',
  keepLink:
    'Toute personne qui a ce lien peut ouvrir vos billets : ne le transmettez qu’à celles à qui vous les donneriez.',
  fee: 'Frais de réservation',
  discount: 'Remise',
  total: 'Total',
  anyTime: 'à toute heure ce jour-là',
  venueTime: (zone) => `Les heures sont celles du lieu (${zone}).`,
  reference: 'Référence de la commande',
  colon: '\u00a0:',
  automatic: 'Ce courrier a été envoyé automatiquement.',
};
