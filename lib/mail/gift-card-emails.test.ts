import { expect, it } from 'vitest';
import { languages, type Language } from '../locale/languages';
import { cancelledEmail } from './cancelled-email';
import { confirmationEmail } from './confirmation-email';
import { giftEmail } from './gift-email';
import { ticketsReadyEmail, type RenderedEmail } from './order-emails';

const about = (language: Language) => ({
  shop: 'Programme',
  language,
  reference: 'K7MQ-3XTD',
  link: 'https://shop.example/orders/link/abc',
});
const lines = [
  { quantity: 1, title: 'Card, €50', details: ['until 31 December 2029'], totalAmount: '50.00' },
];
const grace = { name: 'Grace', email: 'grace@example.org' };
const confirmed = { lines, fees: '0.00', total: '50.00', zones: [], attached: 'tickets' } as const;

const emails: Record<string, (language: Language) => RenderedEmail> = {
  ...Object.fromEntries(
    [
      { day: '', isSent: false },
      { day: 'Saturday 4 May 2030', isSent: false },
      { day: '', isSent: true },
    ].map((gift, index) => [
      `confirmation ${index}`,
      (language: Language) =>
        confirmationEmail({
          ...about(language),
          ...confirmed,
          gift: { ...grace, ...gift },
          ready: true,
          of: 'cards',
        }),
    ]),
  ),
  preparing: (language) => confirmationEmail({ ...about(language), ...confirmed, ready: false, of: 'cards' }),
  ready: (language) => ticketsReadyEmail({ ...about(language), attached: 'tickets', of: 'cards' }),
  gift: (language) =>
    giftEmail({
      ...about(language),
      from: 'Ada',
      name: 'Grace',
      message: '',
      lines,
      attached: 'tickets',
      of: 'cards',
    }),
  cancelled: (language) =>
    cancelledEmail({
      ...about(language),
      organiser: null,
      of: 'cards',
      cancellations: [
        {
          creditNote: 'X1',
          tickets: 2,
          details: ['Card, €50'],
          exchangedFor: null,
          amount: '50.00',
          ways: [{ way: 'provider', amount: '50.00' }],
          givenBefore: '0.00',
          returned: '0.00',
        },
      ],
    }),
};

/** Words for tickets, and for going in with them, in the six languages. */
const ofTickets = /ticket|billet|entrad|bigliett|\benter with|entrer avec|eintreten|entrare|naar binnen/i;

it.each(languages.flatMap((language) => Object.keys(emails).map((name) => [language, name] as const)))(
  'in %s no e-mail about gift cards alone speaks of tickets: %s',
  (language, name) => {
    const { subject, text } = emails[name]?.(language) ?? { subject: 'ticket', text: '' };
    expect(subject).not.toMatch(ofTickets);
    expect(text).not.toMatch(ofTickets);
    expect(subject + text).not.toMatch(/[{}]|undefined/);
  },
);

it.each(languages)('in %s the e-mail says what is left of the gift card that paid', (language) => {
  const paid = (left: string | null) =>
    confirmationEmail({
      ...about(language),
      ...confirmed,
      total: '0.00',
      voucher: { code: 'J8ZM-PNAT', discount: '18.00', left },
      ready: true,
    }).text;
  expect(paid('32.00')).toMatch(/J8ZM-PNAT[^]*32[.,]00/);
  expect(paid(null)).not.toMatch(/32[.,]00/);
});
