import type { Language } from '../locale/languages';

/** The words of the letters. A language that misses one does not compile. */
export interface Wording {
  confirmationSubject: (reference: string) => string;
  confirmationHeading: string;
  confirmationIntroduction: string;
  openOrder: string;
  keepLink: string;
  total: string;
  anyTime: string;
  venueTime: (zone: string) => string;
  refundSubject: (reference: string) => string;
  refundHeading: string;
  refundIntroduction: (amount: string) => string;
  refundReasons: Record<RefundReason, string>;
  refundWhen: string;
  lookAtOrder: string;
  reference: string;
  automatic: string;
}

export const refundReasons = ['sold_out', 'price_changed', 'order_refused'] as const;
export type RefundReason = (typeof refundReasons)[number];

export const wordings: Record<Language, Wording> = {
  en: {
    confirmationSubject: (reference) => `Your tickets – order ${reference}`,
    confirmationHeading: 'Your tickets are ready',
    confirmationIntroduction:
      'Thank you. Your order is confirmed, and the tickets are on its page, to show or to print.',
    openOrder: 'Open your tickets',
    keepLink:
      'Whoever has this link can open your tickets: pass it on only to people you would give them to.',
    total: 'Total',
    anyTime: 'any time that day',
    venueTime: (zone) => `Times are the venue's (${zone}).`,
    refundSubject: (reference) => `Your money is on its way back – order ${reference}`,
    refundHeading: 'We could not complete your order',
    refundIntroduction: (amount) =>
      `You paid ${amount}. All of it has been refunded, to the means of payment you used.`,
    refundReasons: {
      sold_out:
        'Your tickets were held for a limited time. Your payment came after it, and others had bought the last ones.',
      price_changed:
        'Your tickets were held for a limited time. Your payment came after it, and the price had changed: we did not want to charge you something you had not agreed to.',
      order_refused: 'The ticket issuer did not accept the order.',
    },
    refundWhen: 'Your bank shows it within a few days.',
    lookAtOrder: 'See the order',
    reference: 'Order reference',
    automatic: 'This letter was sent automatically.',
  },
  fr: {
    confirmationSubject: (reference) => `Vos billets – commande ${reference}`,
    confirmationHeading: 'Vos billets sont prêts',
    confirmationIntroduction:
      'Merci. Votre commande est confirmée et vos billets vous attendent sur sa page, à présenter ou à imprimer.',
    openOrder: 'Ouvrir mes billets',
    keepLink:
      'Toute personne qui a ce lien peut ouvrir vos billets : ne le transmettez qu’à celles à qui vous les donneriez.',
    total: 'Total',
    anyTime: 'à toute heure ce jour-là',
    venueTime: (zone) => `Les heures sont celles du lieu (${zone}).`,
    refundSubject: (reference) => `Votre remboursement est en route – commande ${reference}`,
    refundHeading: 'Votre commande n’a pas pu aboutir',
    refundIntroduction: (amount) =>
      `Vous aviez payé ${amount}. La totalité vous a été remboursée sur le moyen de paiement utilisé.`,
    refundReasons: {
      sold_out:
        'Vos billets étaient réservés pour un temps limité. Votre paiement est arrivé après, et les derniers avaient été vendus.',
      price_changed:
        'Vos billets étaient réservés pour un temps limité. Votre paiement est arrivé après, et le prix avait changé : nous n’avons pas voulu vous facturer ce que vous n’aviez pas accepté.',
      order_refused: 'L’émetteur des billets n’a pas accepté la commande.',
    },
    refundWhen: 'Votre banque l’affichera sous quelques jours.',
    lookAtOrder: 'Voir la commande',
    reference: 'Référence de la commande',
    automatic: 'Ce courrier a été envoyé automatiquement.',
  },
};
