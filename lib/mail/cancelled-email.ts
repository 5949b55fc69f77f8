import type { EmailTranslate } from '../locale/email-messages';
import type { Language } from '../locale/languages';
import { formatAmount } from '../money/money';
import type { Detail } from './email-page';
import {
  type BookingOf,
  compose,
  linkTo,
  type OrderEmail,
  paragraph,
  type RenderedEmail,
} from './order-emails';
import { type EmailLine, lineRows } from './purchase-table';
import { isSome, type MoneyBack, waysBackTexts } from './ways-back';

/** Tickets that were cancelled or exchanged together. */
export interface Cancelled extends MoneyBack {
  creditNote: string | null;
  tickets: number;
  /** What they were for, and when. */
  details: readonly Detail[];
  /**
   * The booking for which they were exchanged, what of their price has paid for it, a link to it, and what it has; null: they
   * were not exchanged. Of a booking of someone else there is only its number.
   */
  exchangedFor: {
    reference: string;
    credited: string;
    page: string | null;
    lines: readonly EmailLine[];
  } | null;
}

/** Tickets were cancelled: how many, the number of each credit note (null: none), and what was refunded. */
export function cancelledEmail(
  email: OrderEmail & {
    cancellations: readonly Cancelled[];
    /** The session that the organiser has cancelled, and what they write; null: the tickets were cancelled for another reason. */
    organiser: { event: string; moment: string; message: string } | null;
  },
): RenderedEmail {
  const { language, link, cancellations, organiser } = email;
  const isUnderWay = cancellations.some(
    ({ amount, ways: [first, ...others] }) =>
      first?.way === 'provider' && others.length === 0 && isSome(amount),
  );
  const others = new Map(
    cancellations.flatMap(({ exchangedFor: to }) => {
      const page = to?.page ?? null;
      return to === null || page === null ? [] : [[page, to] as const];
    }),
  );
  const areExchanged = cancellations.every(({ exchangedFor }) => exchangedFor !== null);
  const isOneExchanged = cancellations.some(({ exchangedFor }) => exchangedFor !== null);
  const kind = areExchanged ? 'exchanged' : isOneExchanged ? 'both' : 'cancelled';
  return compose(kind, email, (t, of) => [
    ...(organiser === null
      ? []
      : [paragraph(t('email.cancelled.byOrganiser', organiser)), paragraph(organiser.message)]),
    paragraph(t(`email.${kind}.introduction`, { of })),
    {
      kind: 'table',
      rows: [
        ...cancellations.map((one) => rowOf(one, language, t, of)),
        ...[...others.values()].flatMap(({ reference, lines }) => [
          { title: t('email.cancelled.newTickets', { reference }), details: [], value: '', strong: true },
          ...lineRows(lines, ({ totalAmount }) => formatAmount(totalAmount, language)),
        ]),
      ],
    },
    ...(isUnderWay ? [paragraph(t('email.cancelled.money'))] : []),
    ...[...others].map(([url, { reference }]) => linkTo(t('email.openBooking', { reference }), url)),
    linkTo(t('email.openOrder'), link),
  ]);
}

function rowOf(
  { creditNote, tickets, details, exchangedFor, ...money }: Cancelled,
  language: Language,
  t: EmailTranslate,
  of: BookingOf,
) {
  const credited = exchangedFor?.credited ?? '0.00';
  const kind = exchangedFor === null ? 'cancellation' : 'exchange';
  return {
    title:
      exchangedFor === null
        ? t('email.cancelled.tickets', { count: tickets, of })
        : t('email.cancelled.exchanged', { count: tickets, reference: exchangedFor.reference }),
    details: [
      ...details,
      ...(isSome(credited)
        ? [t('email.cancelled.credited', { amount: formatAmount(credited, language) })]
        : []),
      ...(creditNote === null ? [] : [t('email.cancelled.creditNote', { kind, reference: creditNote })]),
      ...waysBackTexts(money, language, t),
    ],
    // Of tickets that cost nothing, nothing is said about money.
    value: isSome(money.amount) ? formatAmount(money.amount, language) : '',
  };
}
