import type { Wording } from '../wording';

export const en: Wording = {
  confirmation: {
    subject: (reference) => `Your tickets – order ${reference}`,
    heading: 'Your tickets are ready',
    introduction: 'Thank you. Your order is confirmed, and the tickets are on its page, to show or to print.',
  },
  preparing: {
    subject: (reference) => `Your order is confirmed – order ${reference}`,
    heading: 'Your order is confirmed',
    introduction:
      'Thank you. Your order is confirmed. The tickets are being prepared: we write again as soon as they are ready.',
  },
  ticketsReady: {
    subject: (reference) => `Your tickets are ready – order ${reference}`,
    heading: 'Your tickets are ready',
    introduction: 'The tickets of your order are on its page now, to show or to print.',
  },
  refund: {
    subject: (reference) => `Your money is on its way back – order ${reference}`,
    heading: 'We could not complete your order',
    introduction: (amount) =>
      `You paid ${amount}. All of it has been refunded, to the means of payment you used.`,
    when: 'Your bank shows it within a few days.',
  },
  notCharged: {
    subject: (reference) => `You were not charged – order ${reference}`,
    heading: 'We could not complete your order',
    introduction: 'Nothing was charged.',
    pending: (amount) =>
      `If your bank shows ${amount} as reserved, the entry disappears by itself within a few days.`,
  },
  reasons: {
    sold_out:
      'Your tickets were held for a limited time. Your payment came after it, and others had bought the last ones.',
    price_changed:
      'Your tickets were held for a limited time. Your payment came after it, and the price had changed: we did not want to charge you something you had not agreed to.',
    order_refused: 'The ticket issuer did not accept the order.',
  },
  code: {
    subject: 'Your code to find your orders',
    heading: 'Your code',
    introduction: 'Enter this code on the page on which you asked for it:',
    goodFor: (minutes) => `It is good once, and for ${minutes} minutes.`,
    ignore:
      'If you did not ask for it, ignore this letter: without the code nobody can see your orders. We never ask you for it by phone or by e-mail.',
  },
  openTickets: 'Open your tickets',
  openOrder: 'See the order',
  keepLink: 'Whoever has this link can open your tickets: pass it on only to people you would give them to.',
  fee: 'Booking fee',
  discount: 'Discount',
  total: 'Total',
  anyTime: 'any time that day',
  venueTime: (zone) => `Times are those of the venue (${zone}).`,
  reference: 'Order reference',
  colon: ':',
  automatic: 'This letter was sent automatically.',
};
