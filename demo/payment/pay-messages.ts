const en = {
  band: 'Demonstration: no card is asked for and no money moves.',
  title: 'Payment',
  payTo: 'Payment to Tickets',
  items: 'What you are paying for',
  item: 'Item',
  quantity: 'Quantity',
  amount: 'Amount',
  total: 'Total',
  receipt: 'Receipt to',
  openUntil: 'This page is open until',
  card: 'Card',
  cardValue: 'demonstration card ending in 4242',
  pay: 'Pay',
  others: 'Or try another outcome',
  decline: 'Decline',
  declineHint: 'The bank refuses. You can try again.',
  authenticate: 'Authenticate first',
  authenticateHint: 'The bank asks whether it is you (3-D Secure).',
  late: 'Pay, webhook late',
  lateHint: 'Paid now; the shop’s notice comes after 30 seconds.',
  twice: 'Pay, webhook twice',
  twiceHint: 'Paid now; the shop is told twice.',
  never: 'Pay, webhook never',
  neverHint: 'Paid now; the shop is never told and has to ask.',
  cancel: 'Cancel',
  declined: 'Your card was declined. Nothing was charged. You can try again.',
  authenticationFailed:
    'Your bank could not confirm that it was you. Nothing was charged. You can try again.',
  bankTitle: 'Your bank: confirm the payment',
  bankQuestion: 'Are you paying this amount to Tickets?',
  bankConfirm: 'Confirm',
  bankRefuse: 'Refuse',
  paidTitle: 'Already paid',
  paidText: 'This payment is done; there is nothing more to pay.',
  expiredTitle: 'This payment page has expired',
  expiredText: 'Nothing was charged. Go back to the shop to start again.',
  back: 'Back to the shop',
  unknownTitle: 'No such payment',
  unknownText: 'Check the address, or go back to the shop and start again.',
} as const;

/** The words of the payment page in one language. */
export type PayMessages = Readonly<Record<keyof typeof en, string>>;

const fr: PayMessages = {
  band: 'Démonstration : aucune carte n’est demandée et rien n’est débité.',
  title: 'Paiement',
  payTo: 'Paiement à Tickets',
  items: 'Ce que vous payez',
  item: 'Article',
  quantity: 'Quantité',
  amount: 'Montant',
  total: 'Total',
  receipt: 'Reçu envoyé à',
  openUntil: 'Cette page reste ouverte jusqu’à',
  card: 'Carte',
  cardValue: 'carte de démonstration se terminant par 4242',
  pay: 'Payer',
  others: 'Ou essayez une autre issue',
  decline: 'Refuser la carte',
  declineHint: 'La banque refuse. Vous pouvez réessayer.',
  authenticate: 'S’authentifier d’abord',
  authenticateHint: 'La banque demande si c’est bien vous (3-D Secure).',
  late: 'Payer, webhook en retard',
  lateHint: 'Payé tout de suite ; la boutique l’apprend après 30 secondes.',
  twice: 'Payer, webhook en double',
  twiceHint: 'Payé tout de suite ; la boutique l’apprend deux fois.',
  never: 'Payer, webhook jamais',
  neverHint: 'Payé tout de suite ; la boutique n’en est jamais avertie et doit demander.',
  cancel: 'Annuler',
  declined: 'Votre carte a été refusée. Rien n’a été débité. Vous pouvez réessayer.',
  authenticationFailed:
    'Votre banque n’a pas pu confirmer que c’était vous. Rien n’a été débité. Vous pouvez réessayer.',
  bankTitle: 'Votre banque : confirmez le paiement',
  bankQuestion: 'Payez-vous ce montant à Tickets ?',
  bankConfirm: 'Confirmer',
  bankRefuse: 'Refuser',
  paidTitle: 'Déjà payé',
  paidText: 'Ce paiement est terminé ; il n’y a plus rien à payer.',
  expiredTitle: 'Cette page de paiement a expiré',
  expiredText: 'Rien n’a été débité. Retournez à la boutique pour recommencer.',
  back: 'Retour à la boutique',
  unknownTitle: 'Paiement introuvable',
  unknownText: 'Vérifiez l’adresse, ou retournez à la boutique et recommencez.',
};

export interface PayLanguage {
  /** For amounts and times: as the session asked, such as `fr-CA`. */
  readonly locale: string;
  /** Of the words: `en` or `fr`. */
  readonly language: string;
  readonly messages: PayMessages;
}

/** The session's language; the browser's when the session leaves it open. */
export function payLanguage(locale: string | null, acceptLanguage: string | undefined): PayLanguage {
  const asked = locale === null || locale === 'auto' ? (acceptLanguage ?? 'en').split(/[,;]/, 1)[0] : locale;
  const known =
    Intl.NumberFormat.supportedLocalesOf((asked ?? 'en').replace(/[^\w-]/g, '') || 'en')[0] ?? 'en';
  const french = known.toLowerCase().startsWith('fr');
  return { locale: known, language: french ? 'fr' : 'en', messages: french ? fr : en };
}
