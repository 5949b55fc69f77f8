import type { EmailTranslate } from '../locale/email-messages';
import type { Language } from '../locale/languages';
import { formatAmount, subtractAmounts } from '../money/money';
import { type EmailInvoices, invoiceTexts } from './invoice-texts';
import {
  type AttachedKinds,
  attachedTexts,
  type BookingOf,
  compose,
  linkTo,
  type OrderEmail,
  paragraph,
  type RenderedEmail,
  small,
} from './order-emails';
import { type Purchase, purchaseTable } from './purchase-table';
import { isSome } from './ways-back';

/** There is an order, with what was bought and the link to it; `ready`: its tickets are available, too. */
export function confirmationEmail(
  email: OrderEmail &
    Purchase & {
      zones: readonly string[];
      /** How the tickets can be cancelled and exchanged. */
      returns?: readonly string[];
      /** The company and its VAT number; empty: none. */
      invoice?: string;
      invoices?: EmailInvoices | null;
      /** What was exchanged for it; `earlier`: tickets of the same booking may have been sent before. */
      replaced?: ReplacedTickets | 'earlier' | null;
      /** What became of the other tickets of the booking; null: there are no others. */
      changed?: ChangedBooking | null;
      attached?: AttachedKinds | null;
      /** To whom it is given, and on which day they get it; an empty day: at once. */
      gift?: { name: string; email: string; day: string; isSent: boolean } | null;
      /** What its subject names: the first visit, and how many more there are. Null: there is none, as of a gift card. */
      visit?: { name: string; moment: string; more: number } | null;
      ready: boolean;
    },
): RenderedEmail {
  const {
    language,
    link,
    zones,
    returns = [],
    invoice = '',
    invoices = null,
    replaced = null,
    changed = null,
    gift = null,
    visit = null,
    ready,
  } = email;
  const kind = ready ? 'confirmation' : 'preparing';
  const blocks = (t: EmailTranslate, of: BookingOf) => [
    paragraph(t(`email.${kind}.introduction`, { of })),
    purchaseTable({ ...email, isPart: changed !== null }, language, t),
    ...(changed === null ? [] : changedTexts(changed, language, t).map(paragraph)),
    ...(replaced === null ? [] : [paragraph(replacedText(replaced, t))]),
    linkTo(t(ready ? 'email.openTickets' : 'email.openOrder', { of }), link),
    ...attachedTexts(email.attached ?? null, t, of),
    ...(gift === null ? [] : [paragraph(giftText({ ...gift, of }, t))]),
    ...returns.map(paragraph),
    ...invoiceTexts(invoices, invoice, t).map(paragraph),
    small(t('email.keepLink', { of })),
    ...zones.map((zone) => small(t('checkout.order.zone', { zone }))),
  ];
  if (!ready || visit === null) return compose(kind, email, blocks);
  const named = { ...visit, name: shortened(visit.name) };
  return compose(kind, email, blocks, (t) => t('email.confirmation.subjectOfVisit', named));
}

const mostOfName = 60;

/** Mail programs show about so much of a subject, and the day has to be in it. */
function shortened(name: string): string {
  const signs = Array.from(name);
  return signs.length <= mostOfName
    ? name
    : `${signs
        .slice(0, mostOfName - 1)
        .join('')
        .trimEnd()}…`;
}

/** What became of some tickets of a booking, and of their price. Amounts in EUR. */
export interface ChangedBooking {
  end: 'cancelled' | 'exchanged' | 'both';
  refunded: string;
  /** What is still to be refunded, and what of it could not be delivered. */
  open: string;
  undelivered: string;
  /** What is back on a gift card. */
  returned: string;
  exchanges: readonly { tickets: number; reference: string; credited: string }[];
}

function changedTexts(
  { end, refunded, open, undelivered, returned, exchanges }: ChangedBooking,
  language: Language,
  t: EmailTranslate,
): string[] {
  const amounts = { refunded, refunding: subtractAmounts(open, undelivered), undelivered };
  const textOf = (name: keyof typeof amounts) => {
    const amount = formatAmount(amounts[name], language);
    return isSome(amounts[name]) ? [t(`checkout.order.over.${name}`, { amount })] : [];
  };
  return [
    [
      t('email.confirmation.changed', { end }),
      ...(['refunded', 'refunding', 'undelivered'] as const).flatMap(textOf),
    ].join(' '),
    ...(isSome(returned)
      ? [t('cancellation.terms.returned', { amount: formatAmount(returned, language) })]
      : []),
    ...exchanges.map(({ tickets: count, reference, credited }) => {
      const amount = formatAmount(credited, language);
      return `${t('email.cancelled.exchanged', { count, reference })} (${t('email.cancelled.credited', { amount })}).`;
    }),
  ];
}

function giftText(
  { isSent, ...gift }: { name: string; email: string; day: string; isSent: boolean; of: BookingOf },
  t: EmailTranslate,
): string {
  if (isSent) return t('email.confirmation.giftSent', gift);
  return t(gift.day === '' ? 'email.confirmation.giftNow' : 'email.confirmation.giftLater', gift);
}

/** Tickets of another booking, and the numbers of the documents that confirm their exchange. */
export interface ReplacedTickets {
  reference: string;
  tickets: number;
  creditNotes: readonly string[];
}

function replacedText(replaced: ReplacedTickets | 'earlier', t: EmailTranslate): string {
  if (replaced === 'earlier') return t('email.confirmation.replacesEarlier');
  const { reference, tickets, creditNotes } = replaced;
  const notes = creditNotes.map(
    (own) => ` ${t('email.cancelled.creditNote', { kind: 'exchange', reference: own })}.`,
  );
  return `${t('email.confirmation.replaces', { count: tickets, reference })}${notes.join('')}`;
}
